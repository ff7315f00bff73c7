import { joinPath } from "../../thread/shell/builtins.ts";
import { rememberingLines } from "../../thread/shell/parse-command-line.ts";

export type FileRole = "code" | "test" | "docs" | "config" | "lock" | "asset" | "scratch";

/** Extensions of the files of each role, in small letters. */
const CODE = words(
  "js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx vue svelte astro py pyi rb go rs java kt kts scala groovy cs fs vb php " +
    "swift m mm c h cc cpp cxx hpp hh zig nim ex exs erl clj cljs hs ml lua pl pm r jl dart sol sh bash zsh fish ps1 sql " +
    "proto graphql css scss less htm html tf hcl wasm wat asm s",
);
const DOCS = words("md mdx rst txt adoc org tex pdf doc docx");
const ASSET = words(
  "png jpg jpeg gif svg webp ico woff woff2 ttf otf mp3 mp4 wav zip gz tar snap map csv tsv parquet db sqlite log jsonl out",
);
/** Names of files, in small letters. */
const DOCS_NAME = words("license readme changelog notice authors contributing");
const LOCK = words(
  "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb cargo.lock poetry.lock uv.lock " +
    "pipfile.lock gemfile.lock composer.lock go.sum flake.lock mix.lock pubspec.lock",
);
const TEST_NAME =
  /(?:^|\/)(?:[^/]*[._-](?:test|tests|spec|specs|e2e|cy)\.[^/]+|test_[^/]+\.py|[^/]+_test\.(?:go|py|rb|exs|dart|cc|cpp|c|rs|jl)|[^/]+(?:Tests?|Spec|IT)\.(?:java|kt|cs|scala|swift|php|groovy)|conftest\.py|test\.[^/]+|tests\.[^/]+)$/;
const TEST_FOLDER = words(
  "__tests__ test tests spec specs e2e integration-test integration-tests integration_test integration_tests e2e-test " +
    "e2e-tests e2e_test e2e_tests testing cypress playwright",
);
/** Files that are tests by their kind alone. */
const TEST_KIND = words("feature bats robot hurl t");
const SCRATCH = ["/tmp/", "/private/tmp/", "/var/folders/", "/private/var/", "/dev/", "$TMPDIR", "${TMPDIR"];

/** What kind of file a path names, by common conventions. Give it a placed path: a workspace may lie in scratch. */
export function roleOf(path: string): FileRole {
  const name = path.replaceAll("\\", "/");
  const isScratch = SCRATCH.some((start) => name.startsWith(start)) || (DRIVE.test(name) && name.includes("/Temp/"));
  return isScratch ? "scratch" : roleByName(name);
}

/** True where the file's own name says that it is a test; beside tests there often lies what they need. */
export function isNamedTest(path: string): boolean {
  return TEST_NAME.test(path.replaceAll("\\", "/"));
}

const roleByName = rememberingLines((name): FileRole => {
  const parts = name.toLowerCase().split("/");
  const base = parts.pop() ?? "";
  if (LOCK.has(base)) return "lock";
  const extension = base.slice(base.lastIndexOf(".") + 1 || base.length);
  if (TEST_KIND.has(extension)) return "test";
  if (DOCS.has(extension) || DOCS_NAME.has(base)) return "docs";
  if (CODE.has(extension)) return TEST_NAME.test(name) || parts.some((part) => TEST_FOLDER.has(part)) ? "test" : "code";
  return ASSET.has(extension) ? "asset" : "config";
});

/** One spelling for a file, however a tool names it: as seen from the workspace, or absolute where it lies outside. */
export function placedPath(path: string, workspace: string | undefined): string {
  if (workspace === undefined) return path;
  const plain = needsPlacing(path) ? undefined : path;
  if (plain !== undefined && !plain.startsWith("/")) return plain;
  if (plain?.startsWith(workspace) && plain[workspace.length] === "/") return plain.slice(workspace.length + 1);
  const full = fullPath(path, workspace);
  const root = fullPath("", workspace);
  if (full === root) return ".";
  const top = root.endsWith("/") ? root : `${root}/`;
  if (full.startsWith(top)) return full.slice(top.length);
  return inAnyCase(full, top) ?? withoutLink(full, root, top) ?? full;
}

/** On Windows and macOS, two paths that differ only in capital letters name the same place. */
function inAnyCase(full: string, top: string): string | undefined {
  if (!DRIVE.test(top) && !top.startsWith("/Users/")) return undefined;
  // Cut first and made small afterwards: a few letters become two when they are made small.
  const start = `${full}/`.slice(0, top.length);
  return start.toLowerCase() === top.toLowerCase() ? full.slice(top.length) || "." : undefined;
}

/** On macOS, the same place has a name with this prefix and one without it. */
const LINKED = "/private";

function withoutLink(full: string, root: string, top: string): string | undefined {
  const other = full.startsWith(`${LINKED}/`) ? full.slice(LINKED.length) : `${LINKED}${full}`;
  if (other === root) return ".";
  return other.startsWith(top) ? other.slice(top.length) : undefined;
}

/** True unless the path is plainly relative or absolute: no dots, doubled or turned slashes, home, variable, drive. */
function needsPlacing(path: string): boolean {
  const [first, second] = [path[0] ?? "~", path[1]];
  if (first === "~" || first === "." || first === "$" || (second === ":" && DRIVE.test(path))) return true;
  return path.includes("/.") || path.includes("//") || path.includes("\\") || path.endsWith("/");
}

/** The absolute path of a file. Windows takes both slashes and any case for the drive. */
export const fullPath = rememberingLines((path, workspace: string): string => {
  if (!DRIVE.test(workspace)) return withoutEnd(joinPath(workspace, path));
  return withoutEnd(joinPath(slashed(workspace), slashed(path)));
});

const DRIVE = /^[A-Za-z]:(?=[\\/]|$)/;

/** Git Bash, Cygwin and WSL have names of their own for a drive. */
const MOUNTED = /^\/(?:mnt\/|cygdrive\/)?([A-Za-z])(?=\/|$)/;

function slashed(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(MOUNTED, "$1:")
    .replace(DRIVE, (drive) => drive.toUpperCase());
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

export function isOutside(path: string, workspace: string | undefined): boolean {
  return workspace !== undefined && (isAbsolute(path) || path.startsWith("~") || path.startsWith("../"));
}

export function baseName(path: string): string {
  if (!path.includes("\\") && !path.endsWith("/")) return path.slice(path.lastIndexOf("/") + 1);
  const parts = path.replaceAll("\\", "/").split("/");
  return parts.findLast((part) => part !== "") ?? "";
}

export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** True when two spellings can mean one file: equal, or the shorter one is the end of the longer, segment by segment. */
export function samePath(left: string, right: string): boolean {
  if (endDifferently(left, right)) return false;
  const a = segments(left);
  const b = segments(right);
  if (a.length === 0 || b.length === 0) return false;
  if (isAbsolute(left) && isAbsolute(right) && a.length !== b.length) return false;
  const shared = Math.min(a.length, b.length);
  for (let index = 1; index <= shared; index += 1) {
    if (a[a.length - index] !== b[b.length - index]) return false;
  }
  return true;
}

/** True when two paths end with different names. It is asked for very many pairs, so it creates no new strings. */
function endDifferently(left: string, right: string): boolean {
  if (NO_NAME.has(left.at(-1)) || NO_NAME.has(right.at(-1))) return false;
  let a = left.length - 1;
  let b = right.length - 1;
  while (left[a] === right[b] && !isSeparator(left[a])) {
    a -= 1;
    b -= 1;
  }
  return !isSeparator(left[a]) || !isSeparator(right[b]);
}

/** When a path ends with one of these, its name stands further to the front, if it has one. */
const NO_NAME: ReadonlySet<string | undefined> = new Set([undefined, "/", "\\", ".", "~"]);

function isSeparator(character: string | undefined): boolean {
  return character === undefined || character === "/" || character === "\\";
}

function segments(path: string): string[] {
  return path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "~" && part !== "..");
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || DRIVE.test(path);
}

const PATH_TOKEN =
  /(?<![\w@:/.$+-])(?:~\/|[A-Za-z]:\/|\.{0,2}\/)?(?:[\w.@+-]+\/)*[\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w(/])/g;
const KNOWN_EXTENSION = words(
  "js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx vue svelte astro py pyi rb go rs java kt kts scala cs php swift c h cc " +
    "cpp hpp zig ex exs erl clj hs lua dart sol sh bash ps1 sql proto graphql css scss less htm html tf hcl md mdx rst txt " +
    "json jsonc json5 jsonl yaml yml toml ini cfg conf env xml csv tsv lock gradle properties dockerfile ipynb mmd svg png",
);

/** What is no file: an extension alone, a version, a product with a name like a file's. */
const NO_FILE =
  /^(?:\.+[a-z0-9]+|\d+(?:\.\d+)*\.[a-z]|(?:node|next|nuxt|vue|react|express|three|chart|d3|ember|backbone|angular|moment|day|socket|alpine|babylon|discord|handlebars|nest|phaser|plotly|p5|solid|underscore|video|pixi|tone|tensorflow|transformers|adonis|koa|fabric|leaflet)\.js)$/i;

/** Every file named in a text, line numbers removed. A bare word with a dot counts only with an extension files have. */
export function pathsIn(text: string): string[] {
  const found = new Set<string>();
  const read = withForwardSlashes(text.slice(0, 20_000));
  PATH_TOKEN.lastIndex = 0;
  for (let match = PATH_TOKEN.exec(read); match !== null; match = PATH_TOKEN.exec(read)) {
    const [token] = match;
    if (KNOWN_EXTENSION.has(token.slice(token.lastIndexOf(".") + 1).toLowerCase()) && !NO_FILE.test(token))
      found.add(token);
  }
  return [...found];
}

/** Files that are known by their whole name, and folders, which end with a slash. */
const NAMED_PLACE =
  /(?<![\w@:/.$+-])(?:[A-Za-z]:\/|\.{1,2}\/)?(?:[\w.@+-]+\/)*(?:(?:\.env(?:\.[\w-]+)*|\.(?:git(?:ignore|attributes|modules)|dockerignore|npmrc|nvmrc|editorconfig|eslintrc|prettierrc|babelrc)|Makefile|Dockerfile|Jenkinsfile|Procfile|Gemfile|Rakefile|Justfile|justfile|Vagrantfile|Pipfile|Caddyfile|Brewfile|LICENSE|CODEOWNERS)(?![\w/(-]|\.\w)|(?<=[\w.@+-]\/)(?=[\s`"',;.!?)*]|$))/g;

/** Everything a text names that can be off limits: files, also those without an extension, and folders. */
export function placesIn(text: string): string[] {
  const named = [...withForwardSlashes(text).matchAll(NAMED_PLACE)]
    .map(([place]) => place)
    .filter((place) => place !== "");
  const files = pathsIn(text).filter((file) => !named.some((place) => place === file || place.startsWith(`${file}.`)));
  return [...files, ...new Set(named)];
}

export function isAt(path: string, place: string): boolean {
  if (!place.endsWith("/")) return samePath(path, place);
  return path.replaceAll("\\", "/").startsWith(place.startsWith("./") ? place.slice(2) : place);
}

/** Words that are joined by backslashes, from the first to the last. */
const JOINED = /(?<![\w.@+\\-])(?:[A-Za-z]:|[\w.@+-]+)(?:\\[\w.@+-]+)+\\?(?![\w*])/g;
const PLACE = /^(?:[A-Za-z]:|\.{1,2})\\|\\[^\\.][^\\]*\.[A-Za-z]\w{0,9}\.*$|\\$/;

/** The text, with Windows files (`src\cart.ts`) written like all other files. Other backslashes are left alone. */
function withForwardSlashes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(JOINED, (word) =>
    PLACE.test(word) && !word.replaceAll("\\__", "").includes("\\_") ? word.replaceAll("\\", "/") : word,
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
