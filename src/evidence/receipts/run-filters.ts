import { baseName } from "../changes/paths.ts";

/** The packages a run was narrowed to by their names, and the part of a project that a path belongs to. */

/** Which words of a call name a package, by the program. Flags that mean a test's name or a browser are not here. */
const NAMED_BY: readonly (readonly [program: RegExp, packages: RegExp])[] = [
  [/^(?:pnpm|bun|turbo)\b/, /\s(?:-F|--filter)[= ](\S+)/g],
  [/^npm\b/, /\s(?:-w|--workspace)[= ](\S+)/g],
  [/^yarn\b/, /\s(?:workspace|--include|--from) (\S+)/g],
  [/^(?:lerna|melos)\b/, /\s--scope[= ](\S+)/g],
  [/^rush\b/, /\s(?:-[tof]|--to|--only|--from)[= ](\S+)/g],
  [/^nx run\b(?!-)/, /\srun (\S+?):/g],
  [/^nx\b/, /^nx (?!run-many|affected)[\w:-]+ ([\w@][\w@/.-]*)|\s(?:-p|--projects?)[= ](\S+)/g],
  [/^moon\b/, /\s([\w@/.-]+):[\w-]+/g],
  [/^vitest\b/, /\s--project[= ](\S+)/g],
  [/^jest\b/, /\s--selectProjects[= ](\S+)/g],
  [/^cargo\b/, /\s(?:-p|--package)[= ]?(\S+)/g],
  [/^mvnw?\b/, /\s(?:-pl|--projects)[= ](\S+)/g],
  [/^gradlew?\b/, /(?<!-x)\s:?((?:[\w.-]+:)+)\w+/g],
  [/^sbt\b/, /\s["']?([\w-]+)\//g],
];

/** Names that mean a sort of test or a place to run it, not a package; and patterns that may mean any. */
const NO_PACKAGE =
  /^(?:!.*|.*[*[\]{}].*|\.{0,2}|unit|integration|node|browser|jsdom|happy-dom|dom|e2e|storybook|chrom\w+|firefox|webkit|default|root)$/is;

/** Without one of these, a line names no package to any of the programs above. */
const MARKS: readonly string[] = ["-", ":", "/", "nx ", "workspace"];

/** The last word of each package a line is narrowed to; none if it is not narrowed, or a name may mean any package. */
export function packagesOf(line: string): readonly string[] {
  if (!MARKS.some((mark) => line.includes(mark))) return [];
  const packages = line.split(/&&|\|\||[;|\n]/).flatMap(packagesOfCall);
  return packages.some((name) => NO_PACKAGE.test(name)) ? [] : packages;
}

function packagesOfCall(text: string): readonly string[] {
  const call = text.replace(/^[\s(]*(?:\w+=\S*\s+)*(?:npx\s+|bunx\s+|\.\/)?/, "");
  const named = NAMED_BY.find(([program]) => program.test(call))?.[1];
  if (!named) return [];
  return [...call.matchAll(named)]
    .flatMap((match) => (match[1] ?? match[2] ?? "").split(","))
    .map((name) => name.replaceAll(/^\.{3}|^["']|["']$|\.{3}$|\^$|(?<![:/])[:/]+$/g, ""))
    .filter((name) => name !== "")
    .map((name) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":")) + 1));
}

/** Whether a path can belong to one of these packages. The workspace may itself be one. */
export function liesInPackage(path: string, packages: readonly string[], workspace: string | undefined): boolean {
  const above = packageFolders(path);
  const folders = above.length === 0 && workspace !== undefined ? [baseName(workspace)] : above;
  return packages.some((name) => folders.some((folder) => isNamedLike(folder, name)));
}

/** The folders of a path that can bear the name of its package: those above its sources. */
function packageFolders(path: string): readonly string[] {
  const folders = path.split("/").slice(0, -1);
  const start = folders.findIndex((folder) => !SOURCES.test(folder) && folder !== "");
  if (start === -1) return [];
  const inner = folders.slice(start);
  const end = inner.findIndex((folder, index) => index > 0 && SOURCES.test(folder));
  return end === -1 ? inner : inner.slice(0, end);
}

const SOURCES = /^(?:src|lib|tests?|specs?|__tests__|app|pages|components|routes|include)$/i;

/** True for a folder `api` or `acme-api` and the package `@acme/api`; `api-client` is another package. */
function isNamedLike(folder: string, name: string): boolean {
  const [left, right] = [folder.toLowerCase(), name.toLowerCase()].map((each) => each.replaceAll(/[_.]/g, "-"));
  return left === right || `${left}`.endsWith(`-${right}`) || `${right}`.endsWith(`-${left}`);
}
