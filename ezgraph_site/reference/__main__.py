"""`python -m ezgraph_site.reference FOLDER`: write all pages into a folder."""

import sys
from pathlib import Path

import django

from ezgraph_site.env import name_settings

if __name__ == "__main__":
    name_settings()
    django.setup()

    # The harness knows models, which need the apps.
    from ezgraph_site.reference.pages import PAGES
    from ezgraph_site.reference.rendering import markdown

    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for page in PAGES:
        (folder / f"{page.name}.md").write_text(markdown(page), encoding="utf-8")
