"""The layout's own tests: what prose cannot hold, these do."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import volition

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "volition"
MODULES = sorted(SOURCE.rglob("*.py"))
FORBIDDEN = {"utils", "helpers", "common", "manager", "handler", "service", "core", "base", "registry"}
WHATEVER = {
    "runtime/dispatch.py": "foreign handlers run here",
    "assembly.py": "a user's file is executed here",
}


def tree(path):
    return ast.parse(path.read_text("utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_stand_at_the_top(path):
    """No import of the package hides inside a function."""
    for function in ast.walk(tree(path)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = [each for each in ast.walk(function) if isinstance(each, ast.Import | ast.ImportFrom)]
            assert [] == [ast.unparse(each) for each in inner]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_each_module_opens_with_what_it_holds(path):
    """Every module has a docstring, and a name that says its noun."""
    assert ast.get_docstring(tree(path))
    assert path.stem not in FORBIDDEN


def test_a_sub_package_is_a_folder_and_nothing_else():
    """An `__init__` below the root holds a docstring only, so there is one path to each name."""
    for path in SOURCE.rglob("*/__init__.py"):
        assert 1 == len(tree(path).body), path


def test_the_front_door_is_complete():
    """Each public name resolves, and the lazy table and the list agree."""
    for name in volition.__all__:
        assert getattr(volition, name) is not None
    assert sorted(volition.__all__) == sorted(volition._HOME)
    with pytest.raises(AttributeError):
        _ = volition.nothing


def test_the_environment_is_read_in_one_place():
    """`os.environ` and `os.getenv` occur in config.py alone."""
    reads = ("os.environ", "os.getenv", "from os import")
    users = [path.name for path in MODULES if any(each in path.read_text("utf-8") for each in reads)]

    assert ["config.py"] == users


def test_whatever_is_caught_only_where_foreign_code_runs():
    """`except Exception` stands only where foreign code runs."""
    for path in MODULES:
        for each in ast.walk(tree(path)):
            if isinstance(each, ast.ExceptHandler) and each.type is not None:
                broad = ast.unparse(each.type) in {"Exception", "BaseException"}
                assert not broad or str(path.relative_to(SOURCE)) in WHATEVER, f"{path}:{each.lineno}"


def test_importing_volition_loads_no_engine_database_or_network():
    """`import volition` brings in no engine, no database and no network library."""
    code = "import sys, volition; print(*sorted(sys.modules))"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
    )

    assert set() == loaded & {
        "xllamacpp",
        "openai",
        "sqlalchemy",
        "alembic",
        "sqlite3",
        "httpx",
        "socket",
        "pydantic",
    }


def test_the_version_agrees_with_packaging_and_changelog():
    """Code, packaging and changelog name one version."""
    version = f'version = "{volition.__version__}"'

    assert version in (ROOT / "pyproject.toml").read_text("utf-8")
    assert f"## {volition.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_no_registry_host_and_no_path_of_a_machine():
    """No tracked text names a package registry's host or a developer's folder."""
    words = [
        "py" + "pi.org",
        "python" + "hosted",
        "npm" + "js.",
        "deb" + "ian.org",
        "/wo" + "rk/",
        "/ro" + "ot/",
    ]
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    for name in filter(None, files):
        path = ROOT / name
        if path.is_file():
            text = path.read_text("utf-8", "replace")
            assert not [word for word in words if word in text], name


def test_the_readers_questions_lead_to_files_that_are_there():
    """Each of at least 20 questions in ARCHITECTURE.md is answered by one path that exists."""
    rows = [line for line in (ROOT / "ARCHITECTURE.md").read_text("utf-8").splitlines() if "| `src/" in line]
    paths = [line.split("`")[1] for line in rows]

    assert len(paths) >= 20
    assert [] == [path for path in paths if not (ROOT / path).is_file()]
