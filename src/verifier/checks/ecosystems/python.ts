import type { FoundCheck, ProjectFiles, Ecosystem } from "../project-files.ts";

/** pytest, unittest or tox, ruff or flake8, mypy or pyright: those that the project is set up for. */
export const python: Ecosystem = {
  name: "Python",
  tier: "usual",
  covers: /\.(?:pyi?|pyx|ipynb|toml|cfg|ini|json|ya?ml|sql|html|jinja2?|csv)$/i,
  find(files) {
    const settings = settingsOf(files);
    return [testOf(files, settings), lintOf(files, settings), typesOf(files, settings)].flatMap((check) => check ?? []);
  },
};

const MARKS = ["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "pytest.ini", "requirements.txt", "Pipfile"];

/** The text of all files in which Python projects configure their tools. */
function settingsOf(files: ProjectFiles): string {
  const names = ["pyproject.toml", "setup.cfg", "tox.ini", "requirements.txt", "requirements-dev.txt", "Pipfile"];
  return names.map((name) => files.read(name) ?? "").join("\n");
}

function testOf(files: ProjectFiles, settings: string): FoundCheck | undefined {
  const pytest: FoundCheck = { kind: "test", command: inEnvironment(files, "pytest"), source: "pytest" };
  if (files.names.has("pytest.ini") || files.names.has("conftest.py") || /\bpytest\b/.test(settings)) return pytest;
  if (files.names.has("tox.ini")) return { kind: "test", command: ["tox"], source: "tox.ini" };
  const isProject = MARKS.some((name) => files.names.has(name));
  const folder = PLACES.find((place) => {
    const texts = textsIn(files, place);
    const isNamed = isProject && (place === "." ? texts.length > 0 : files.names.has(place));
    return isNamed || texts.some((text) => TESTS.test(text));
  });
  if (folder === undefined) return undefined;
  if (textsIn(files, folder).some((text) => FOR_PYTEST.test(text))) return pytest;
  const where = folder === "." ? [] : ["-s", folder];
  return { kind: "test", command: inEnvironment(files, "unittest", "discover", ...where), source: "unittest" };
}

const PLACES = ["tests", "test", "."];
const TESTS = /^\s*(?:async )?def test|\bTestCase\b/m;
/** Tests that stand in no class are found by pytest alone. */
const FOR_PYTEST = /^(?:async )?def test|^(?:import|from) pytest\b/m;
/** More files of tests do not show more. */
const MOST_READ = 50;

/** The texts of the files of tests in a folder. */
function textsIn(files: ProjectFiles, folder: string): string[] {
  const names = files.list(folder).filter((name) => /^test_.*\.py$/.test(name));
  return names.slice(0, MOST_READ).map((name) => files.read(`${folder}/${name}`) ?? "");
}

function lintOf(files: ProjectFiles, settings: string): FoundCheck | undefined {
  if (files.names.has("ruff.toml") || files.names.has(".ruff.toml") || /^\[tool\.ruff/m.test(settings))
    return { kind: "lint", command: inEnvironment(files, "ruff", "check", "."), source: "ruff" };
  if (files.names.has(".flake8") || /^\[flake8\]/m.test(settings))
    return { kind: "lint", command: inEnvironment(files, "flake8"), source: "flake8" };
  return undefined;
}

function typesOf(files: ProjectFiles, settings: string): FoundCheck | undefined {
  if (files.names.has("mypy.ini") || files.names.has(".mypy.ini") || /^\[(?:tool\.)?mypy\]/m.test(settings))
    return { kind: "typecheck", command: inEnvironment(files, "mypy", "."), source: "mypy" };
  if (files.names.has("pyrightconfig.json") || /^\[tool\.pyright\]/m.test(settings))
    return { kind: "typecheck", command: inEnvironment(files, "pyright"), source: "pyright" };
  return undefined;
}

const LOCK_FILES = [
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
  ["pdm.lock", "pdm"],
  ["Pipfile.lock", "pipenv"],
] as const;

/** With the project's manager, its virtual environment, or else the interpreter on the path. */
function inEnvironment(files: ProjectFiles, tool: string, ...words: string[]): FoundCheck["command"] {
  const module = ["-m", tool, ...words];
  const program = tool === "unittest" ? ["python", ...module] : [tool, ...words];
  const manager = LOCK_FILES.find(([name]) => files.names.has(name))?.[1];
  if (manager) return [manager, "run", ...program];
  const folder = [".venv/bin", "venv/bin"].find((place) => files.has(`${place}/python`));
  return folder === undefined ? ["python3", ...module] : [`${folder}/python`, ...module];
}
