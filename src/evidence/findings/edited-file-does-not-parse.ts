import { inRoom } from "../../json-room.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { squeezed } from "../../thread/squeezed.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import { isQuotedIn, isToldOf, tellsOfCheck } from "../claims/told-parse-errors.ts";
import type { Facts } from "../facts.ts";
import { finalContent, isQuoted } from "../changes/file-content.ts";
import { admits } from "../look.ts";
import { baseName, extensionOf, namePattern, pathsIn, roleOf } from "../changes/paths.ts";
import { cite } from "../steps.ts";
import { COLOURS } from "../outcomes/read-outcome.ts";
import { onlyShows, runsOnly } from "../unseen/runs-nothing.ts";
import { mayHaveBeenWrittenAfter, WRITTEN_UNSEEN } from "../unseen/unseen-writes.ts";
import { expression } from "../../patterns/expression.ts";
import { LEAD, SHOWN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const editedFileDoesNotParse: FindingRule = {
  id: "edited-file-does-not-parse",
  title: "File left broken",
  meaning:
    "A file the turn changed is broken: it does not parse, holds conflict marks, or a program that read it said so last.",
  category: "visible-bug",
  find,
};

function find(facts: Facts): Finding[] {
  const byPath = Map.groupBy(
    facts.changes.filter((change) => change.role !== "scratch"),
    (change) => change.path,
  );
  const reports = reportsByPath(facts, [...byPath.keys()]);
  return [...byPath].flatMap(([path, changes]) => {
    if (changes.at(-1)?.type === "delete" || ON_PURPOSE.test(path)) return [];
    const finding = findReported(facts, path, changes, reports.get(path)) ?? findBroken(path, changes);
    if (!finding || admits(facts, namePattern(path))) return [];
    const last = finding.steps.at(-1) ?? 0;
    const unsure = mayBeOnPurpose(facts, path, changes) || mayBeMended(facts, path, last);
    return [unsure ? { ...finding, confidence: WRITTEN_UNSEEN } : finding];
  });
}

/** True when the file may be right by now: written since, formatted, or read without complaint. */
function mayBeMended(facts: Facts, path: string, after: number): boolean {
  const formatted = facts.steps.some(
    (step) => step.number > after && step.action.changes.some((change) => change.path === undefined),
  );
  return formatted || rereadAfter(facts, path, after) || mayHaveBeenWrittenAfter(facts, path, after);
}

/** First, JSON files whose readers allow comments; then, names of files that are broken on purpose. */
const LENIENT =
  /(?:^|\/)(?:tsconfig|jsconfig|\.eslintrc|\.babelrc|\.swcrc|devcontainer|settings|launch|tasks|keybindings|deno|turbo|biome|\.oxlintrc|api-extractor)[^/]*\.json$|(?:^|\/)\.(?:vscode|vs|devcontainer|zed|cursor)\/[^/]+\.json$|\.code-workspace$/i;
const ON_PURPOSE = /fixtures?|invalid|broken|malformed|corrupt|bad|testdata|template|snapshots?/i;

/** True when the request speaks of broken files and this one is new: it may be the sample. */
function mayBeOnPurpose({ request }: Facts, path: string, changes: readonly FileChange[]): boolean {
  return changes[0]?.type === "create" && BROKEN_WANTED.test(request) && !STRICT.test(path);
}

const BROKEN_WANTED =
  /\b(?:fixtures?|invalid|broken|malformed|corrupt(?:ed)?|ragged|truncated|unclosed|unterminated|ill-formed|does(?: not|n't) parse|(?:syntax|parse|parsing) errors?)\b/i;

function findBroken(path: string, changes: readonly FileChange[]): Finding | undefined {
  const content = finalContent(changes);
  const step = changes.at(-1)?.step;
  if (content === undefined || content.trim() === "") return undefined;
  const role = changes.at(-1)?.role;
  // Documents may show conflict marks, and tests may be about them.
  if (role !== "test" && role !== "docs" && hasConflict(content)) {
    return broken(
      path,
      SHOWN,
      `${shownFile(baseName(path))} still holds merge conflict marks; resolve them.`,
      cite(step),
    );
  }
  if (extensionOf(path) !== "json" || LENIENT.test(path) || /\$\{|\{\{|<%|\{%/.test(content)) return undefined;
  if (roleInTests(path) || isLineByLine(content) || changes.some((change) => change.shell && expands(change)))
    return undefined;
  const problem = jsonProblem(content);
  if (problem === undefined || (!STRICT.test(path) && isDialect(content))) return undefined;
  return broken(
    path,
    SHOWN,
    `${shownFile(baseName(path))} is not valid JSON as you wrote it (${problem}); fix it.`,
    cite(step),
  );
}

function hasConflict(content: string): boolean {
  const first = /^<{7} .*$/m.exec(content)?.[0];
  return first !== undefined && /^={7}$/m.test(content) && /^>{7} /m.test(content) && !isQuoted(first, content);
}

/** True when the file lies among tests: what they feed to a program may be broken on purpose. */
function roleInTests(path: string): boolean {
  return roleOf(`${path}.ts`) === "test";
}

/** True when each line is a JSON value of its own, as in logs and data sets. */
function isLineByLine(content: string): boolean {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => jsonProblem(line) === undefined);
}

/** True when the shell may have put values into the text before it wrote the file. */
function expands(change: FileChange): boolean {
  return /[$`\\]/.test(change.newText ?? "");
}

/** Files whose readers take plain JSON only. */
const STRICT = /(?:^|\/)(?:package(?:-lock)?|composer|manifest|vercel)\.json$/;

/** True when it is JSON with comments, which many tools accept, or with Python's numbers (`NaN`, `Infinity`). */
function isDialect(content: string): boolean {
  const numbered = content.replaceAll(/(?<=[:[,]\s*)-?(?:NaN|Infinity)\b/g, "null");
  if (numbered !== content) return jsonProblem(numbered) === undefined;
  // No block comment can end after the last `*/`, so we do not search there: each `/*` would cost a scan to the end.
  const behind = content.lastIndexOf("*/") + 2;
  const bare =
    content.slice(0, behind).replaceAll(/\/\*[\s\S]*?\*\/|(^|[\s,{[])\/\/.*$/gm, "$1") +
    content.slice(behind).replaceAll(/(^|[\s,{[])\/\/.*$/gm, "$1");
  return bare !== content && jsonProblem(bare.replaceAll(/,(\s*[}\]])/g, "$1")) === undefined;
}

function jsonProblem(content: string): string | undefined {
  try {
    JSON.parse(inRoom(content.replace(/^\uFEFF/, "")) ?? "0");
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? squeezed(error.message).slice(0, 80) : undefined;
  }
}

/** What parsers say when the file itself is at fault. */
const PARSE_ERROR = expression("i")`
  (?:
    \bSyntaxError\b|\bsyntax error\b|\bParse ?Error\b|\bparse error\b|\bParserError\b|\bScannerError\b
    |\bIndentationError\b|\bTabError\b|\bTOMLDecodeError\b|\bJSONDecodeError\b
    |unexpected (?:token|end of (?:file|input|json)|eof|indent|character)
    |unterminated (?:string|template|regular|comment)|did not find expected|mapping values are not allowed
    |could not find expected|invalid (?:json|yaml|toml|xml)\b|not well-formed
  )
`;
/**
 * Lines with such words that are no complaint about a file: a file loaded as the wrong kind of module, what a test
 * compares or is called, the headline of a runner that says further down what is wrong.
 */
const NO_COMPLAINT = expression("i")`
  outside a module|Unexpected token '?(?:export|import)\b|\bimport\.meta\b|does not provide an export
  |Named export .{1,200} not found|only valid in async|ES Module\b|\bAssertion\w*\b
  |\bexpected ["'\`].{0,300}\b(?:to|but|got|received)\b
  |^\s*(?:[-+]\s*["'\`]|[×✕✗●]|FAIL\b|--- FAIL|not ok\b|E\s+(?:assert|[-+?])|Expected|Received|assert)
  |\bJest encountered\b
`;
/** A mistake in the command's own inline script, not in the file it reads. */
const INLINE_MISTAKE = /File "<(?:string|stdin)>", line \d[\s\S]{0,400}\bSyntaxError\b|^\[eval\]:\d+\n(?![\s\S]*JSON)/;

/** The last complaint about each changed file. */
function reportsByPath(facts: Facts, paths: readonly string[]): ReadonlyMap<string, Step> {
  const reports = new Map<string, Step>();
  for (const step of facts.steps) {
    if (!complains(step)) continue;
    const path = blamed(step, paths);
    if (path !== undefined) reports.set(path, step);
  }
  return reports;
}

function complains(step: Step): boolean {
  if (step.action.kind !== "execute" || step.result?.status !== "error") return false;
  const { output } = step.result;
  return PARSE_ERROR.test(output) && !INLINE_MISTAKE.test(output) && output.split("\n").some(isComplaint);
}

function isComplaint(line: string): boolean {
  return PARSE_ERROR.test(line) && !NO_COMPLAINT.test(line);
}

function findReported(
  facts: Facts,
  path: string,
  changes: readonly FileChange[],
  report: Step | undefined,
): Finding | undefined {
  const lastChange = changes.at(-1);
  if (!lastChange || !report || report.number < lastChange.step || clearedAfter(facts, report, path)) return undefined;
  const words = complaint(report.result?.output ?? "");
  const quoted = isQuotedIn(facts, words) || tellsOfCheck(facts, report);
  // Only the project's own program reads such a file, and its message may be what the program was made to show.
  const ownFormat = lastChange.role === "config" && !KNOWN_FORMAT.test(path);
  if (quoted && ownFormat) return undefined;
  return broken(
    path,
    quoted || ownFormat || isToldOf(facts, path, report) ? LEAD : SHOWN,
    `${shownFile(baseName(path))} did not parse when you checked it (${quote(words, 70)}), and you left it like that; fix it and check again.`,
    cite(lastChange.step, report.number),
  );
}

/** Formats of settings and data that many programs read in the same way. */
const KNOWN_FORMAT =
  /\.(?:json\w?|ya?ml|toml|xml|\w*proj|plist|ini|properties|ipynb|gradle|nix|mk|cmake|service)$|(?:^|\/)(?:\.[^/]+|[^/.]+|setup\.cfg)$/i;

/** The changed file a report is about: the one its output names, else the first given to the line's only program. */
function blamed(step: Step, paths: readonly string[]): string | undefined {
  const output = step.result?.output ?? "";
  const lines = output.split("\n", MAX_LINES);
  const names = paths.map(namePattern);
  const places = lines.flatMap((line, index) => (isComplaint(line) ? (placeBeside(lines, index, names) ?? []) : []));
  const named = paths.find((_, at) => places.some((line) => names[at]?.test(line)));
  if (named !== undefined || places.length > 0 || names.some((name) => name.test(output))) return named;
  const commands = parseCommandLine(step.action.command ?? "").filter((command) => !ASIDE.has(command.name));
  if (!commands.every((command) => command.name === commands[0]?.name && pathsIn(command.text).length > 0))
    return undefined;
  const text = commands.map((command) => command.text).join(" ");
  // The complaint names a file from the command line that is none of the changed ones.
  if (pathsIn(complaintLine(output)).some((path) => namePattern(path).test(text))) return undefined;
  const given = paths.filter((path) => namePattern(path).test(text));
  return given.sort((left, right) => text.search(namePattern(left)) - text.search(namePattern(right)))[0];
}

/** Programs on a command line that read no file as code or data. */
const ASIDE = new Set(["cd", "echo", "printf", "set", "export", "true", "head", "tail"]);

/** The line nearest to the complaint that names a place. In a call trace, a program raised the error of its own. */
function placeBeside(lines: readonly string[], index: number, names: readonly RegExp[]): string | undefined {
  const near = [0, -1, 1, -2, 2, -3, 3, -4, -5].map((distance) => lines[index + distance] ?? "");
  return near.find((line) => !TRACE.test(line) && (PLACE.test(line) || names.some((name) => name.test(line))));
}

const TRACE = /^\s*at .*[(:]|, in [\w<]|:\d+:in ['`]/;
const PLACE = /[\w-]\.[a-z]\w{0,5}(?::\d+|\(\d+|", line \d+)/i;

const MAX_LINES = 2000;

/** True when a check passed after the report, or a command that may have read the file went well. */
function clearedAfter(facts: Facts, report: Step, path: string): boolean {
  const passed = facts.receipts.some((receipt) => receipt.step > report.number && receipt.outcome === "passed");
  return passed || rereadAfter(facts, path, report.number);
}

function rereadAfter(facts: Facts, path: string, after: number): boolean {
  const name = baseName(path);
  return facts.steps.some(
    (step) =>
      step.number > after &&
      step.action.kind === "execute" &&
      step.result?.status === "done" &&
      (step.action.command?.includes(name) ?? false) &&
      !runsOnly(step, onlyShows),
  );
}

/** The words of the parser, from where they begin to the end of their line. */
function complaint(output: string): string {
  const line = complaintLine(output);
  return line.slice(PARSE_ERROR.exec(line)?.index ?? 0);
}

function complaintLine(output: string): string {
  return (output.split("\n").find(isComplaint) ?? "").replace(COLOURS, "");
}

function broken(path: string, confidence: number, message: string, steps: readonly number[]): Finding {
  return { id: editedFileDoesNotParse.id, confidence, message, steps, subject: path };
}
