import { fromJson } from "../../json.ts";
import type { Evidence } from "../evidence.ts";
import type { Step } from "../../thread/thread.ts";
import { quote, shownFile } from "../quote.ts";
import { addedLines, type FileChange, finalContent } from "../record/changes.ts";
import { baseName, extensionOf, samePath } from "../record/paths.ts";
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
  return [...byPath.values()].flatMap(
    (changes) =>
      withMarks(changes) ?? noJson(changes) ?? reported(changes, turn.steps, [...byPath.keys()].map(baseName)) ?? [],
  );
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
      result?.status === "error" && action.command?.includes(name) && complaintOf(result.output) !== undefined,
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
  const complaint = complaintOf(report.result?.output ?? "") ?? "";
  // Of several files, the first that the line names is read first.
  const line = report.action.command ?? "";
  const isFirst = names.every((other) => !line.includes(other) || line.indexOf(other) >= line.indexOf(name));
  const sure = complaint.includes(name) || isFirst;
  return [
    {
      confidence: sure ? SHOWN : STRONG_LEAD,
      message: `${shownFile(name)} does not parse (${quote(complaint, 80)}), and you left it so; mend it.`,
      steps: cite(last.step, report.number),
      subject: last.path,
    },
  ];
}

/** What parsers say of text that they cannot read. */
const PARSE_ERROR =
  /\b(?:SyntaxError|ParseError|ParserError|YAMLException|ScannerError|TOMLDecodeError|JSONDecodeError|Psych::SyntaxError|IndentationError)\b|did not find expected|could not find expected|mapping values are not allowed|syntax error near unexpected token|: syntax error\b/;

function complaintOf(output: string): string | undefined {
  const lines = output
    .slice(-20_000)
    .split("\n")
    .map((line) => line.slice(0, 500));
  const line = lines.find((each) => PARSE_ERROR.test(each) && !/^\s*(?:from|at) /.test(each));
  const at = line === undefined ? 0 : line.search(PARSE_ERROR);
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

/** A JSON file whose whole text the record holds, and which cannot be read. */
function noJson(changes: readonly FileChange[]): readonly Found[] | undefined {
  const last = changes.at(-1);
  if (!last || extensionOf(last.path) !== "json" || MAY_HAVE_COMMENTS.test(last.path) || last.shell) return undefined;
  const content = finalContent(changes);
  if (content === undefined || content.trim() === "" || content.length > LONGEST || fromJson(content) !== undefined)
    return undefined;
  if (/^\s*null\s*$/.test(content) || /^\s*\/\/|\/\*/m.test(content)) return undefined;
  const sure = changes.every((each) => samePath(each.path, last.path) && !each.perhaps);
  return [
    found(
      last,
      sure ? PROVEN : STRONG_LEAD,
      `${shownFile(baseName(last.path))} is no valid JSON the way you left it; mend it.`,
    ),
  ];
}

const LONGEST = 200_000;
/** Settings of tools that read more than JSON. */
const MAY_HAVE_COMMENTS =
  /(?:^|\/)(?:[tj]sconfig[\w.-]*|settings|launch|tasks|devcontainer|\.eslintrc|\.babelrc|deno|api-extractor|turbo|biome|wrangler)\.json$|\.vscode\/|templates?\/|fixtures?\/|tests?\//i;

function found(change: FileChange, confidence: number, message: string): Found {
  return { confidence, message, steps: cite(change.step), subject: change.path };
}
