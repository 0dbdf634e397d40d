"""`manage.py startgraph`: a graph that is served, sound and tidy as soon as it is written."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from conversations.authoring import faults_of
from conversations.engine import graphs
from conversations.starting import Unlistable, add_to_list
from ezgraph_site.places import CHECKOUT

QUOTE = "ezgraph_site.graphs.quote.graph.QuoteGraph"
LIST = f'"""What is served."""\n\nSERVED = (\n    "{QUOTE}",  # the first\n)\n'


@dataclass(frozen=True)
class Shop:
    """A project with graphs in a package of its own, `name`, whose module `served` lists them."""

    folder: Path
    name: str

    def start(self, name: str, **options: str) -> str:
        """Begin a graph and return what was said."""
        said = StringIO()
        call_command("startgraph", name, stdout=said, no_color=True, **options)
        return said.getvalue()

    def files(self) -> list[Path]:
        """All that was written, but what Python keeps of it."""
        return sorted(path for path in self.folder.rglob("*") if "__pycache__" not in path.parts)

    @property
    def package(self) -> Path:
        return self.folder / self.name

    @property
    def listed(self) -> Path:
        return self.package / "served.py"


@pytest.fixture(params=["before_others", "zoo"])
def shop(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Shop]:
    """Two, since imports of their graphs are sorted before and behind the framework's."""
    shop = Shop(tmp_path, request.param)
    shop.package.mkdir()
    (shop.package / "__init__.py").write_text('"""The shop."""\n')
    (shop.package / "rules.py").write_text("")
    shop.listed.write_text(LIST)
    monkeypatch.syspath_prepend(tmp_path)
    settings.EZGRAPH_GRAPHS_MODULE = f"{shop.name}.served"
    settings.EZGRAPH_GRAPHS_TESTS = tmp_path / "tests"
    settings.EZGRAPH_GRAPHS = (QUOTE,)
    yield shop
    for module in [name for name in sys.modules if name.partition(".")[0] == shop.name]:
        del sys.modules[module]


def test_the_new_graph_is_sound_and_is_served(shop: Shop, settings: Settings):
    said = shop.start("bike_repair")
    assert f"It is served: {shop.listed} lists it." in said
    path = f"{shop.name}.bike_repair.graph.BikeRepairGraph"
    assert shop.listed.read_text() == LIST.replace(")\n", f'    "{path}",\n)\n')
    settings.EZGRAPH_GRAPHS = (path,)
    (graph,), faults = graphs.find()
    assert (faults, faults_of(graph)) == ([], [])
    assert (graph.name, graph.title) == ("bike_repair", "Bike repair")


def test_its_files_are_tidy_and_nothing_of_the_template_is_left_in_them(shop: Shop):
    shop.start("new_graph_2")
    (shop.folder / "conversations").symlink_to(CHECKOUT / "conversations")
    files = [path for path in shop.folder.rglob("*") if "new_graph_2" in path.parts and path.is_file()]
    assert {path.name for path in files} >= {
        "graph.py",
        "rules.py",
        "callback.py",
        "callback.md",
        "test_new_graph_2_graph.py",
    }
    for path in files:
        text = path.read_text()
        assert "template" not in text
        assert "NewGraph " not in text
    for command in (["check"], ["format", "--check"]):
        ruff = [
            sys.executable,
            "-m",
            "ruff",
            *command,
            "--no-cache",
            "--config",
            str(CHECKOUT / "pyproject.toml"),
        ]
        result = subprocess.run([*ruff, *map(str, files)], cwd=shop.folder, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout


def test_it_says_in_three_lines_what_to_do_next(shop: Shop):
    lines = shop.start("bikes").splitlines()
    assert [line.split(":")[0].strip() for line in lines[2:]] == ["Talk to it", "Test it", "Make it yours"]
    assert "manage.py chat bikes" in lines[2]
    assert f"-m pytest {shop.folder / 'tests' / 'bikes'}" in lines[3]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Bike Repair", "such as bike_repair"),
        ("9bikes", "beginning with a letter"),
        ("bikes__too", "such as bikes_too"),
        ("../bikes", "such as bikes"),
        ("", "is no name"),
        ("class", "a word of Python"),
        ("b" * 41, "at most 40"),
        ("rules", "rules already"),
        ("quote", "is served already"),
    ],
    ids=["capitals", "digit", "underscores", "path", "blank", "keyword", "long", "module", "served"],
)
def test_it_refuses_a_name_that_will_not_do_and_writes_nothing(shop: Shop, name: str, words: str):
    before = shop.files()
    with pytest.raises(CommandError, match=words):
        shop.start(name)
    assert shop.files() == before


@pytest.mark.parametrize("taken", ["package", "tests"])
def test_it_refuses_a_folder_that_is_there(shop: Shop, taken: str):
    parent = shop.package if taken == "package" else shop.folder / "tests"
    (parent / "bikes").mkdir(parents=True)
    with pytest.raises(CommandError, match="already"):
        shop.start("bikes")
    assert not list((parent / "bikes").iterdir())


@pytest.mark.parametrize("into", ["nowhere", "json.decoder"])
def test_it_refuses_a_place_that_is_no_package(shop: Shop, into: str):
    with pytest.raises(CommandError, match=f"--into {into}"):
        shop.start("bikes", into=into)


def test_where_the_environment_names_the_graphs_it_says_what_to_name(shop: Shop, settings: Settings):
    settings.EZGRAPH_GRAPHS = ("elsewhere.Graph",)
    said = shop.start("bikes")
    assert f"EZGRAPH_GRAPHS=elsewhere.Graph,{shop.name}.bikes.graph.BikesGraph" in said


def test_without_a_list_it_says_the_line_and_the_test_is_in_the_package(shop: Shop, settings: Settings):
    del settings.EZGRAPH_GRAPHS_MODULE, settings.EZGRAPH_GRAPHS_TESTS
    said = shop.start("bikes", into=shop.name)
    assert f'Add to EZGRAPH_GRAPHS in your settings: "{shop.name}.bikes.graph.BikesGraph",' in said
    assert (shop.package / "bikes" / "tests" / "test_bikes_graph.py").exists()
    assert importlib.import_module(f"{shop.name}.bikes.graph").BikesGraph.name == "bikes"


@pytest.mark.parametrize("listed", [True, False], ids=["beside the site's", "in the packages"])
def test_pytest_tells_the_tests_of_two_graphs_apart_by_its_own_defaults(
    shop: Shop, settings: Settings, listed: bool
):
    if not listed:
        del settings.EZGRAPH_GRAPHS_MODULE, settings.EZGRAPH_GRAPHS_TESTS
    for name in ("bikes", "cars"):
        shop.start(name, into=shop.name)
    for path in shop.folder.rglob("test_*.py"):
        path.write_text("def test_nothing():\n    pass\n")  # what they are called is asked, which is quick
    plain = [sys.executable, "-m", "pytest", "-c", "/dev/null", "--rootdir", ".", "."]
    result = subprocess.run(
        ["env", "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1", *plain], cwd=shop.folder, capture_output=True, text=True
    )
    assert "2 passed" in result.stdout, result.stdout


@pytest.mark.parametrize(
    "source",
    ['A = ("x",)\n', "A = B\n", 'A = (\n    "x",\n)\nB = ("y",)\n', "A = (", 'A = ["x" + y]\n'],
    ids=["one line", "no list", "two", "no Python", "computed"],
)
def test_a_list_that_is_none_stays_as_it_is(tmp_path: Path, source: str):
    listed = tmp_path / "served.py"
    listed.write_text(source)
    with pytest.raises(Unlistable, match=r"served\.py"):
        add_to_list(listed, "z.Graph")
    assert listed.read_text() == source
