"""Runs migrations on the connection that the house opened."""

from __future__ import annotations

from alembic import context

if getattr(context, "config", None) is not None:  # None where nobody migrates
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()
