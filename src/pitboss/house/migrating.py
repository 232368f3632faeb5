"""A house of an older schema comes to that of today, step by step, while nobody writes."""

from __future__ import annotations

from pitboss.house.alone import alone
from pitboss.house.copying import Progress
from pitboss.house.database import HEAD, MIGRATIONS, Database
from pitboss.house.store import heads_of


def migrate_house(database: Database, progress: Progress | None = None) -> list[str]:
    """Migrate a house, and return the schemas that it had on the way, the first and last too."""
    schema = database.schema()
    if schema is None or schema > HEAD:
        database.ready()
    steps = [one for one in revisions() if one > str(schema)]
    with database.reading() as connection:
        streams = list(heads_of(connection))
    with alone(database, streams or ("house",)):
        for done, step in enumerate(steps, 1):
            database.migrate(step, progress)
            if progress is not None:
                progress(done, len(steps))
    return [str(schema), *steps]


def revisions() -> list[str]:
    """Return all schemas, the first one first."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    walked = ScriptDirectory.from_config(config).walk_revisions()
    return sorted(script.revision for script in walked)
