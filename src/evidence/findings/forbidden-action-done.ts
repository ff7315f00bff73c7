import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import { addedPackage } from "../added-package.ts";
import { checksOf } from "../checks.ts";
import type { Facts } from "../facts.ts";
import { addedLines, removedLines } from "../file-content.ts";
import { cite } from "../look.ts";
import { baseName, isOutside, samePath } from "../paths.ts";
import type { Request } from "../requests.ts";
import { isPutBack, standingChanges } from "../standing-changes.ts";
import { lostTests, skipsIn } from "../test-code.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const forbiddenActionDone: FindingRule = {
  id: "forbidden-action-done",
  meaning: "The person said not to do something, and a step did it.",
  category: "forbidden-action",
  whileRunning: true,
  whateverIsSaid: true,
  find,
};

function find(facts: Facts): Finding[] {
  return facts.requests.flatMap((request) => {
    const broken = breach(facts, request);
    if (!broken) return [];
    return [
      {
        id: forbiddenActionDone.id,
        confidence: broken.unsure ? UNSURE : confidence(facts, request),
        message: `I said ${quote(request.text, 70)}, and you ${broken.what}; undo that.`,
        steps: cite(...broken.steps),
        subject: broken.subject,
      },
    ];
  });
}

/** Another file of the same name, or a tool that has to run because it is to be replaced. */
const UNSURE = 0.45;

/** A sentence inside a long document may be about the product; an old one may have been overtaken, a qualified one not be meant so. */
function confidence(facts: Facts, request: Request): number {
  if (request.document) return 0.5;
  if (request.turn !== facts.turn.number || !request.plain) return 0.6;
  return isAboutCode(facts, request) || wantsOtherTests(facts, request) ? 0.5 : 0.85;
}

/** "Use printf, not echo" is about the script that is written; only the tools one works with are the worker's own choice. */
function isAboutCode(facts: Facts, request: Request): boolean {
  if (request.kind !== "constraint" && request.deed !== "use") return false;
  if (facts.language.requests.inWriting.test(request.text)) return true;
  return !request.commands.some((command) => TOOLCHAIN.has(command.trim().split(/\s+/)[0] ?? ""));
}

const TOOLCHAIN = new Set(
  "npm npx pnpm yarn bun bunx deno node pip pip3 pipx uv poetry pdm conda python python2 python3 docker docker-compose podman make just mise task cargo go gradle gradlew mvn mvnw nx turbo jest vitest mocha pytest tox nox tsc eslint biome prettier black ruff git gh bundle gem rake composer mix dotnet swift terraform tofu kubectl helm".split(
    " ",
  ),
);

/** Beside the ban the person asks for tests to be changed: then it holds for the others, which nobody can tell apart. */
function wantsOtherTests(facts: Facts, request: Request): boolean {
  if (request.deed !== "tests" && request.deed !== "fewer-tests") return false;
  return facts.language.requests.allowsTestChange.test(facts.request.replace(request.text, " "));
}

interface Breach {
  readonly what: string;
  readonly steps: readonly number[];
  readonly subject: string;
  readonly unsure?: boolean;
}

function breach(facts: Facts, request: Request): Breach | undefined {
  if (request.kind === "constraint") return commandRun(facts, request);
  switch (request.deed) {
    case "change":
      return changed(facts, request, () => true, "changed");
    case "delete":
      return changed(facts, request, (change) => change.type === "delete", "deleted");
    case "create":
      return changed(facts, request, (change) => change.type === "create", "wrote");
    case "tests":
      return testsChanged(facts);
    case "fewer-tests":
      return testsTakenAway(facts);
    case "dependency":
      return dependencyAdded(facts, request);
    case "run":
    case "use":
      return commandRun(facts, request);
    case "git":
    case "other":
    case undefined:
      return undefined;
  }
}

function changed(
  facts: Facts,
  request: Request,
  counts: (change: FileChange) => boolean,
  what: string,
): Breach | undefined {
  const hits = standing(
    facts,
    (change) =>
      counts(change) &&
      request.paths.some(
        (path) => samePath(change.path, path) && (isOfWorkspace(facts, change) || path === change.path),
      ),
  );
  const first = hits[0];
  if (!first) return undefined;
  return {
    what: `${what} ${baseName(first.path)}`,
    steps: hits.map((change) => change.step),
    subject: first.path,
    unsure: hits.every((change) => mayBeAnother(facts, request, change.path)),
  };
}

/** A copy kept aside, or a file in a container or another checkout, is not the one that is meant. */
function isOfWorkspace({ thread }: Facts, { path, role }: FileChange): boolean {
  return role !== "scratch" && !isOutside(path, thread.cwd);
}

/** A name that stands in many folders was given without the folder, and the file does not lie where it would be meant first. */
function mayBeAnother({ thread }: Facts, request: Request, path: string): boolean {
  const root = `${thread.cwd?.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  const name = path.replaceAll("\\", "/");
  const place = name.startsWith(root) ? name.slice(root.length) : name;
  if (!IN_MANY_FOLDERS.test(place)) return false;
  return request.paths
    .filter((given) => samePath(given, path))
    .every((given) => given !== place && /^(?:\.\/)?(?:(?:src|lib|app|tests?)\/)?[^/]+$/.test(given));
}

const IN_MANY_FOLDERS =
  /\/(?:README\.\w+|CHANGELOG\.md|LICENSE\.?\w*|package(?:-lock)?\.json|tsconfig[\w.]*\.json|index\.\w+|main\.\w+|mod\.rs|lib\.rs|Cargo\.toml|go\.mod|pyproject\.toml|requirements\.txt|__init__\.py|conftest\.py|Dockerfile|Makefile|compose\.ya?ml|\.env[\w.]*|\.gitignore|(?:config|settings|types|utils|values[\w.-]*|styles)\.\w+|\w+\.(?:conf|config\.\w+))$/i;

/** The changes of a kind that the agent did not notice and put back. */
function standing(facts: Facts, counts: (change: FileChange) => boolean): readonly FileChange[] {
  return facts.changes.some(counts) ? standingChanges(facts, 0).filter(counts) : [];
}

/** Lines of a test that was there before were taken out or replaced; new ones beside them change none. */
function testsChanged(facts: Facts): Breach | undefined {
  const created = new Set(facts.changes.filter((change) => change.type === "create").map((change) => change.path));
  const existing = standing(
    facts,
    (change) =>
      change.role === "test" &&
      !created.has(change.path) &&
      (change.type === "delete" || removedLines(change).some((line) => !isFrame(line, change))),
  );
  const first = existing[0];
  if (!first) return undefined;
  return { what: `changed ${baseName(first.path)}`, steps: existing.map((change) => change.step), subject: first.path };
}

/** A line that lets new tests in and says nothing about the old ones: an import that grew, a comma behind the last row. */
function isFrame(line: string, change: FileChange): boolean {
  const bare = line.trim();
  if (/^(?:import|from|use|using|require|include|#include|const \S+ = require|@import|package)\b/.test(bare))
    return true;
  return addedLines(change).some((added) => added.trim().replace(/,$/, "") === bare.replace(/,$/, ""));
}

function testsTakenAway(facts: Facts): Breach | undefined {
  const [away] = standing(
    facts,
    (change) =>
      change.role === "test" &&
      change.oldText !== undefined &&
      (lostTests(change, facts.changes).length > 0 ||
        skipsIn(addedLines(change)).length > skipsIn(removedLines(change)).length),
  );
  if (!away) return undefined;
  return { what: `took a test away in ${baseName(away.path)}`, steps: [away.step], subject: away.path };
}

/** A package the person did not name themselves, put into the project and left there. */
function dependencyAdded(facts: Facts, request: Request): Breach | undefined {
  for (const step of facts.steps) {
    const added = ran(step) ? addedPackage(step.action.command ?? "", facts.thread.cwd) : undefined;
    if (added === undefined || step.result?.status !== "done") continue;
    if (isSpokenOf(facts, request, added) || isOnlyNewer(step.result.output)) continue;
    if (isTakenOut(facts, nameOf(added), step.number)) continue;
    const unsure = isShownBefore(facts, step, nameOf(added));
    return { what: `added ${added}`, steps: [step.number], subject: added, unsure };
  }
  return undefined;
}

/** Who speaks of a package beside the ban wants it, or has it already. */
function isSpokenOf(facts: Facts, request: Request, added: string): boolean {
  const name = (nameOf(added).split("/").at(-1) ?? added).toLowerCase();
  return `${request.text}\n${facts.request}`.toLowerCase().includes(name);
}

/** What an earlier step printed may have been there already: then only its version or its features change. */
function isShownBefore(facts: Facts, { number }: Step, name: string): boolean {
  return facts.steps.some((earlier) => earlier.number < number && earlier.result?.output.includes(name) === true);
}

/** The manager says that it changed what was there, and added nothing. */
function isOnlyNewer(output: string): boolean {
  if (/\badded \d+ packages?\b|\bgo: added\b|^\s*Adding \S+ v/m.test(output)) return false;
  return /\bchanged \d+ packages?\b|\bup to date\b|\bgo: upgraded\b/.test(output);
}

/** Removed by the package manager, edited out of the manifest, or gone with a manifest that was put back. */
function isTakenOut(facts: Facts, name: string, after: number): boolean {
  const removed = facts.steps.some(
    (later) =>
      later.number > after &&
      /\b(?:uninstall|remove|rm|un)\b/.test(later.action.command ?? "") &&
      (later.action.command ?? "").includes(name),
  );
  if (removed || MANIFESTS.some((manifest) => isPutBack(facts, manifest, after + 1))) return true;
  return facts.changes.some(
    (change) =>
      change.step > after &&
      MANIFESTS.includes(baseName(change.path)) &&
      removedLines(change).some((line) => line.includes(name)),
  );
}

const MANIFESTS =
  "package.json pyproject.toml requirements.txt Pipfile Cargo.toml go.mod Gemfile composer.json pom.xml".split(" ");

/** Without the version. */
function nameOf(added: string): string {
  return added.replace(/(?<=.)(?:@|==|>=|<=|~=|\^).*$/, "");
}

function commandRun(facts: Facts, request: Request): Breach | undefined {
  const { requests } = facts.language;
  const forbidden = request.commands.filter((command) => /^[\w./-]+(?:\s|$)/.test(command));
  const wanted = request.kind === "constraint" ? requests.insteadOf.exec(request.text)?.groups?.["wanted"] : undefined;
  for (const command of forbidden) {
    const step = facts.steps.find((candidate) => {
      const line = candidate.action.command ?? "";
      if (!ran(candidate) || !runs(line, command) || withOption(line, command, ONLY_TELLING)) return false;
      return wanted === undefined || !isAllowedUse(line, command, wanted);
    });
    if (!step) continue;
    const switching = wanted !== undefined && requests.switchAsk.test(facts.request);
    const unsure = switching || withOption(step.action.command ?? "", command, NARROWING);
    return { what: `ran ${command}`, steps: [step.number], subject: command, unsure };
  }
  return undefined;
}

/** Every time the command stands in the line, it has such an option beside what was forbidden. */
function withOption(line: string, command: string, option: RegExp): boolean {
  const wanted = new Set(command.trim().split(/\s+/));
  const calls = parseCommandLine(line).filter((each) => wanted.has(each.name));
  const has = ({ args }: (typeof calls)[number]): boolean =>
    args.some(({ text }) => !wanted.has(text) && option.test(text));
  return calls.length > 0 && calls.every(has);
}

/** With these a command only tells what it would do. */
const ONLY_TELLING = /^(?:-h|--(?:dry-?run|help|version|plan|sql|syntax-check|list|collect-only)(?:=.*)?)$/i;
/** With these it may do a part of what was forbidden, or something else. */
const NARROWING =
  /^(?:-n|-t|-k|-m|-F|-p|--(?:check|diff|create-only|test(?:Path|Name)Pattern|filter|grep|only|project|package|scope|path)(?:=.*)?)$/i;

/** The tool that is not wanted fetches the wanted one, or only answers a question. */
function isAllowedUse(line: string, command: string, wanted: string): boolean {
  return parseCommandLine(line)
    .filter((each) => each.name === command)
    .every((each) => {
      const words = each.args.map((word) => word.text);
      return words.some((word) => nameOf(word) === wanted) || ASKING.test(words[0] ?? "--version");
    });
}

const ASKING =
  /^(?:-v|-V|-h|--version|--help|help|version|view|info|show|ls|list|outdated|why|search|config|root|bin|prefix|whoami|freeze|audit)$/;

/** Not refused by the person, and not dropped by the host. */
function ran(step: Step): boolean {
  const { result } = step;
  if (step.action.command === undefined || result?.status === "rejected") return false;
  return !/^\s*<tool_use_error>/.test(result?.output.slice(0, 40) ?? "");
}

/** The same first words, wrappers taken off. A check of only a part is another command than the check of everything. */
function runs(line: string, command: string): boolean {
  const wanted = command.trim().split(/\s+/);
  if (!line.includes(wanted[0] ?? "")) return false;
  const isCheck = parseCommandLine(command).some((each) => checksOf(each).length > 0);
  return parseCommandLine(line).some((each) => {
    const words = [each.name, ...each.args.map((word) => word.text)];
    if (each.wrappers.some((wrapper) => wrapper === command.trim())) return true;
    if (!wanted.every((word, index) => words[index] === word)) return false;
    const more = words.slice(wanted.length).some((word) => !word.startsWith("-"));
    return !more || wanted.length === 1 || !isCheck;
  });
}
