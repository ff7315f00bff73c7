import type { Evidence } from "../evidence.ts";
import { brokenFile } from "../proofs/broken-file.ts";
import { SPEAKS_FROM } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import { addedLines, type FileChange, removedLines } from "../record/changes.ts";
import { baseName, extensionOf } from "../record/paths.ts";
import { fitting, standingChanges } from "./asked-changes.ts";
import { NOT_ASKED, type RuleOf, type Stand } from "./definition.ts";

/** What was changed holds no placeholder, no mark of a conflict and no broken syntax. */
export function cleanStand(rule: RuleOf<"clean">, evidence: Evidence): Stand {
  const fits = fitting([rule.path], rule, evidence);
  const changes = standingChanges(evidence).filter(
    ({ path, role, perhaps }) => fits(path) && !perhaps && role !== "docs" && role !== "test",
  );
  if (changes.length === 0) return NOT_ASKED;
  const broken = brokenFile
    .find(evidence)
    .find(({ subject, confidence }) => confidence >= SPEAKS_FROM && fits(subject));
  if (broken)
    return { state: "broken", says: `${shownFile(broken.subject)} is broken`, steps: broken.steps, remedy: "mend it" };
  const left = changes.flatMap((change) => placeholderIn(change, changes))[0];
  if (!left) return { state: "met", says: "no placeholder is left", steps: [] };
  return {
    state: "broken",
    says: `${shownFile(baseName(left.path))} still has ${quote(left.line, 60)} (step ${left.step})`,
    steps: [left.step],
    remedy: "finish it, or say what is left to do",
    admittedBy: PLACEHOLDER_WORDS,
  };
}

const PLACEHOLDER_WORDS = /\b(?:todo|fixme|placeholder|stub|not (?:yet )?implemented|later|follow-?up)/i;

interface Placeholder {
  readonly path: string;
  readonly line: string;
  readonly step: number;
}

/** A line that a change brought in, that says it is not done, and that no later change took out. */
function placeholderIn(change: FileChange, changes: readonly FileChange[]): readonly Placeholder[] {
  if (!MAY_HOLD.test(change.newText ?? "")) return [];
  const later = changes.slice(changes.indexOf(change) + 1).filter(({ path }) => path === change.path);
  const gone = new Set(later.flatMap(removedLines).map((line) => line.trim()));
  const rewritten = later.some(({ type, newText }) => type === "create" || newText === undefined);
  if (rewritten) return [];
  const line = addedLines(change).find((each) => isPlaceholder(each, change.path) && !gone.has(each.trim()));
  return line === undefined ? [] : [{ path: change.path, line: line.trim(), step: change.step }];
}

const MAY_HOLD = /TODO|FIXME|[Nn]ot[_ ]?(?:yet )?[Ii]mplemented|todo!|unimplemented!|rest of|existing code/;

function isPlaceholder(line: string, path: string): boolean {
  if (NOT_DONE.test(line)) return true;
  return !DATA.has(extensionOf(path)) && (MARKED.test(line) || CUT.test(line));
}

/** Code that says at run time that it is not there. */
const NOT_DONE =
  /\braise NotImplementedError\b|\bthrow new (?:\w*Error|NotImplementedException)\(\s*["'`]?(?:not (?:yet )?implemented|TODO)|\b(?:todo|unimplemented)!\(|\bpanic\("(?:not (?:yet )?implemented|TODO)/i;
/** A comment that begins with the mark. */
const MARKED = /(?:\/\/|#|\/\*|<!--|--|;)\s?(?:TODO|FIXME)\b/;
/** What stands where code was left out: `// ... rest of the file`. */
const CUT = /^\s*(?:\/\/|#|\/\*)\s*(?:\.{3}|…)\s*(?:the )?(?:rest of|existing code|other \w+ (?:here|unchanged))/i;
const DATA = new Set(["json", "yml", "yaml", "toml", "lock", "csv", "txt"]);
