import { fromJson } from "../../text/json.ts";
import type { Evidence } from "../evidence.ts";
import type { Step } from "../../thread/thread.ts";
import { quote, shownFile } from "../quote.ts";
import { addedLines, type FileChange, finalContent } from "../record/changes.ts";
import type { Record } from "../record/record.ts";
import { baseName, extensionOf, pathsIn, samePath } from "../record/paths.ts";
import { cite, type Found, type Proof, PROVEN, SHOWN, STRONG_LEAD } from "./proof.ts";

export const brokenFile: Proof = {
  id: "edited-file-does-not-parse",
  title: "Edited file does not parse",
  meaning: "A file that the agent wrote holds conflict marks, is no valid JSON, or was reported as broken and left so.",
  category: "visible-bug",
  find,
};

function find({ record, turn }: Evidence): readonly Found[] {
  if (turn.outcome !== "ended") return [];
  const byPath = Map.groupBy(
    record.changes.filter(({ role }) => role !== "scratch" && role !== "docs"),
    ({ path }) => path,
  );
  const names = [...byPath.keys()].map(baseName);
  const complaints = turn.steps.some(
    ({ action, result }) => action.kind === "execute" && result?.status === "error" && mayComplain(result.output),
  );
  return [...byPath.values()].flatMap(
    (changes) =>
      withMarks(changes) ??
      noJson(changes, record, turn.steps) ??
      (complaints ? reported(changes, turn.steps, names) : undefined) ??
      [],
  );
}

function mayComplain(output: string): boolean {
  const end = output.slice(-20_000);
  return DATA_ERROR.test(end) || CODE_ERROR.test(end);
}

/** A parser said last of the file that it cannot be read, and nothing was changed since. */
function reported(
  changes: readonly FileChange[],
  steps: readonly Step[],
  names: readonly string[],
): readonly Found[] | undefined {
  const last = changes.at(-1);
  if (!last) return undefined;
  const name = baseName(last.path);
  const later = steps.filter(
    ({ number, action }) => number > last.step && action.kind === "execute" && action.command !== undefined,
  );
  const report = later.findLast(
    ({ action, result }) =>
      result?.status === "error" &&
      action.command?.includes(name) &&
      complaintOf(result.output, last.path) !== undefined,
  );
  if (!report) return undefined;
  // A later command that names the file and goes well may have read it; a passed check has.
  if (
    later.some(
      ({ number, action, result }) =>
        number > report.number && result?.status === "done" && action.command?.includes(name),
    )
  )
    return undefined;
  const output = report.result?.output ?? "";
  const complaint = complaintOf(output, last.path) ?? "";
  if (!complaint.includes(name) && pathsIn(complaint).length > 0) return undefined;
  // Of several files, the first that the line names is read first.
  const line = report.action.command ?? "";
  const isFirst = names.every((other) => !line.includes(other) || line.indexOf(other) >= line.indexOf(name));
  const sure = DATA.has(extensionOf(name)) ? complaint.includes(name) || isFirst : output.includes(name);
  return [
    {
      confidence: sure ? SHOWN : STRONG_LEAD,
      message: `${shownFile(name)} does not parse (${quote(complaint, 80)}), and you left it so; mend it.`,
      steps: cite(last.step, report.number),
      subject: last.path,
    },
  ];
}

/** What parsers say of data that they cannot read. */
const DATA_ERROR =
  /\b(?:SyntaxError|ParseError|ParserError|YAMLException|ScannerError|TOMLDecodeError|JSONDecodeError)\b|did not find expected|could not find expected|mapping values are not allowed/;
/** The same of code. */
const CODE_ERROR =
  /\b(?:SyntaxError(?!: (?:Cannot use import|Unexpected token .?export|.* requires Python))|IndentationError)\b|syntax error near unexpected token|: syntax error\b/;
const DATA = new Set(["json", "jsonc", "yaml", "yml", "toml", "xml", "ini"]);

function complaintOf(output: string, path: string): string | undefined {
  const error = DATA.has(extensionOf(path)) ? DATA_ERROR : CODE_ERROR;
  const lines = output
    .slice(-20_000)
    .split("\n")
    .map((line) => line.slice(0, 500));
  const isFrame = (each: string): boolean => each.trimStart().startsWith("from ") || each.trimStart().startsWith("at ");
  const line = lines.find((each) => error.test(each) && !isFrame(each));
  const at = line === undefined ? 0 : line.search(error);
  return line?.slice(at > 120 ? at : 0).trim();
}

/** Both marks of a conflict, brought in by one edit and never taken out again. */
function withMarks(changes: readonly FileChange[]): readonly Found[] | undefined {
  const change = changes.findLast((each) => {
    const lines = addedLines(each);
    return lines.some((line) => line.startsWith("<<<<<<< ")) && lines.some((line) => line.startsWith(">>>>>>> "));
  });
  if (!change || change.role === "test") return undefined;
  const later = changes.slice(changes.indexOf(change) + 1);
  if (later.length > 0) return undefined;
  return [found(change, PROVEN, `You left conflict markers in ${shownFile(baseName(change.path))}; resolve them.`)];
}

function noJson(
  changes: readonly FileChange[],
  { runs, hiding }: Record,
  steps: readonly Step[],
): readonly Found[] | undefined {
  const last = changes.at(-1);
  if (!last || extensionOf(last.path) !== "json" || MAY_HAVE_COMMENTS.test(last.path) || last.shell) return undefined;
  const content = finalContent(changes);
  if (
    content === undefined ||
    content.length > LONGEST ||
    ["", "null"].includes(content.trim()) ||
    fromJson(content.replace("\uFEFF", "")) !== undefined
  )
    return undefined;
  const text = content.replaceAll("://", "");
  if (COMMENTS_AND_TEMPLATES.some((mark) => text.includes(mark))) return undefined;
  // Something that ran later may have put it right.
  const folder = last.path.split("/").at(-2) ?? last.path;
  const named = steps.filter(({ action }) => action.command?.includes(folder)).map(({ number }) => number);
  const mended = [...hiding, ...runs.map(({ step }) => step), ...named].some((step) => step > last.step);
  const sure = !mended && changes.every((each) => samePath(each.path, last.path) && !each.perhaps);
  return [
    found(
      last,
      sure ? PROVEN : STRONG_LEAD,
      `${shownFile(baseName(last.path))} is no valid JSON the way you left it; mend it.`,
    ),
  ];
}

const LONGEST = 200_000;
const COMMENTS_AND_TEMPLATES = ["//", "/*", "{{", "<%", "NaN", "Infinity"];
/** Settings of tools that read more than JSON. */
const MAY_HAVE_COMMENTS =
  /(?:^|\/)(?:[tj]sconfig[\w.-]*|settings|launch|tasks|devcontainer|\.eslintrc|\.babelrc|deno|api-extractor|turbo|biome|wrangler)\.json$|\.vscode\/|templates?\/|fixtures?_*\/|tests?\//i;

function found(change: FileChange, confidence: number, message: string): Found {
  return { confidence, message, steps: cite(change.step), subject: change.path };
}
