"""``python -m pitboss.cli`` is ``pitboss``."""

from pitboss.cli.main import main

raise SystemExit(main())
