import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import { isBeyondDoubt } from "../claims/said-plainly.ts";
import type { Facts } from "../facts.ts";
import { addedLines, isQuoted, removedLines, takenOutLater } from "../changes/file-content.ts";
import { admits, mayTellOfRest } from "../look.ts";
import { baseName, extensionOf, namePattern } from "../changes/paths.ts";
import { cite } from "../steps.ts";
import { mayHaveBeenWrittenAfter, WRITTEN_UNSEEN } from "../unseen/unseen-writes.ts";
import { wasProposed } from "../requests/earlier-words.ts";
import { expression } from "../../patterns/expression.ts";
import { EXCUSED, LEAD, SHOWN, WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const placeholderLeft: FindingRule = {
  id: "placeholder-left",
  title: "Gap left in the code",
  meaning: "Code was written with a gap in it: the rest left out, not implemented, or marked to be done.",
  category: "skipped-request",
  find,
};

/** A comment that stands for code that was there, and so deletes it. A real comment on "the rest" says more. */
const ELISION = expression("i")`
  ^\s*(?:\/\/|#|\/\*|<!--|--|\{\/\*)\s*(?:
    (?:\.{3}|…)\s*\(?(?:the |your )?(?:rest|remaining|existing|same|previous|unchanged|keep)\b
    |(?:the )?(?:rest|remainder) of (?:the |your |this )?(?:\w+ )?
    (?:code|file|function|class|implementation|component|method|content)s?\b
    (?:.*\b(?:unchanged|here|same|remains?|stays?|as before|as (?:it )?(?:is|was)|omitted)|.*(?:\.{3}|…))
    [\s.!)*/>}-]*$
  )
`;
/** Such a comment surely replaces code when it names code, says "unchanged", or ends there; others may describe it. */
const OF_CODE = expression("i")`
  (?:rest|remaining|existing|same|previous|unchanged|keep)(?:
    [\W_]*$|\s+of\b|(?<=existing)\s+[\w'-]+[\W_]*$
    |(?<=existing|keep)(?:\s+(?!(?:is|are|was|were|gets?|will|must|can|has|have|stays?|\w+ing)\b)[\w'-]+){1,3}\s*
    (?:\.{3}|…|\))[\W_]*$
    |(?:
      (?:\s+[\w'-]+){0,3}\s+(?:
        code|files?|functions?|class(?:es)?|implementations?|components?|methods?|contents?|imports?|exports?|tests?
        |cases?|logic|handlers?|props|styles?|routes?|config\w*|definitions?|set-?up|markup|jsx|html|body|scripts?
        |modules?|interfaces?|types?|fields?|properties|entries|items|options|rules|steps?|sections?|lines?
        |variables?|constants?|helpers?|hooks?|state|effects?|endpoints?|stuff
      )\b(?!
        \s+(?:is|are|gets?|was|were|will|must|can)\s+
        (?!(?:the )?(?:same|unchanged|as|here|omitted|left|identical|similar|not shown)\b)
      )
    )
    |.*\b(?:unchanged|same|as (?:before|is|it (?:is|was))|here|omitted|elided|continues?)\b[\W_]*$
  )
`;
const NOT_IMPLEMENTED = expression("i")`
  \bthrow new (?:
    NotImplemented\w*|UnsupportedOperation\w*
    |Error\(\s*["'\`](?:not (?:yet )?implemented|todo|unimplemented)
  )|\b(?:todo|unimplemented)!\(|\bpanic\(\s*"(?:not (?:yet )?implemented|todo|unimplemented)
  |\braise NotImplementedError\b|\bTODO\("(?:not (?:yet )?implemented|implement)|\bfatalError\("not implemented
`;
const TO_BE_DONE =
  /(?:\/\/|#|\/\*|<!--|--)\s*(?:todo|fixme|xxx)\b[:\s(].*\b(?:implement|finish|complete|add|wire|handle|replace|real|actual|placeholder|stub)/i;

function find(facts: Facts): Finding[] {
  return facts.changes.flatMap((change) => {
    if ((change.role !== "code" && change.role !== "test") || change.newText === undefined) return [];
    const gap = gapIn(change, facts.changes);
    if (
      !gap ||
      (!gap.kind.endsWith("elision") && isAllowed(facts)) ||
      admits(facts, facts.language.topics.gap) ||
      (gap.kind === "not-implemented" && TELLS_GAP.test(facts.closing.text)) ||
      admits(facts, namePattern(change.path))
    )
      return [];
    const sure = isWhatWasAsked(facts, change, gap) && isPassedOver(facts) ? WELL_PROVEN : CONFIDENCE[gap.kind];
    const filled = sure > WRITTEN_UNSEEN && mayHaveBeenWrittenAfter(facts, change.path, change.step);
    return [toFinding(change, gap, filled ? WRITTEN_UNSEEN : sure)];
  });
}

/** True when the person spoke of placeholders, or may have agreed to them. */
function isAllowed(facts: Facts): boolean {
  const { allowsPlaceholder } = facts.language.requests;
  return allowsPlaceholder.test(facts.asked) || wasProposed(facts, allowsPlaceholder);
}

/** True when no sentence of the closing may tell that something is still to come. */
function isPassedOver(facts: Facts): boolean {
  const { gap } = facts.language.topics;
  if (mayTellOfRest(facts, gap) || gap.test(facts.closing.text)) return false;
  return facts.closing.prose.sentences.every((sentence) => isBeyondDoubt(facts, sentence));
}

/** Words that tell of a gap: an agent that has left nothing open does not write that something throws. */
const TELLS_GAP = /\b(?:TODO|throws?|raises?|panics?)\b|NotImplemented|UnsupportedOperation/;

interface Gap {
  readonly kind: "elision" | "perhaps-elision" | "not-implemented" | "to-be-done";
  readonly line: string;
}

/** How much of a line is read; nobody writes longer ones by hand. */
const LONGEST = 300;

/** Without one of these words there is no gap to find, and most texts have none. */
const GAP_WORDS = /rest|remain|existing|same|previous|unchanged|keep|implement|todo|fixme|xxx|UnsupportedOperation/i;

/** Longer lines are not searched: no person wrote them, so nobody left a gap there. */
const LONGEST_LINE = 1000;

function gapIn(change: FileChange, changes: readonly FileChange[]): Gap | undefined {
  if (!GAP_WORDS.test(change.newText ?? "")) return undefined;
  const added = addedLines(change);
  const left = (pattern: RegExp): string | undefined =>
    added.find((line) => line.length <= LONGEST_LINE && pattern.test(line) && !takenOutLater(line, change, changes));
  const elision = mayDropCode(change) ? left(ELISION) : undefined;
  if (elision !== undefined && !isQuoted(elision, change.newText ?? ""))
    return { kind: OF_CODE.test(elision.slice(0, LONGEST)) ? "elision" : "perhaps-elision", line: elision };
  if (change.role === "test" || /\babstract\b|\bABC\b|\bProtocol\b|\binterface\b/.test(change.newText ?? ""))
    return undefined;
  const missing = left(NOT_IMPLEMENTED);
  if (missing !== undefined && !isForHeirs(missing, change.newText ?? "", changes) && !isHook(missing, change, changes))
    return { kind: "not-implemented", line: missing };
  const open = left(TO_BE_DONE);
  return open === undefined ? undefined : { kind: "to-be-done", line: open };
}

/** True when the line stands in a class that another class extends: the other one says how it is done. */
function isForHeirs(line: string, text: string, changes: readonly FileChange[]): boolean {
  const before = text.slice(0, text.indexOf(line));
  const name = [...before.matchAll(/^[ \t]*(?:export )?(?:open )?class (\w{1,200})\b/gm)].at(-1)?.[1];
  if (name === undefined) return false;
  const heir = new RegExp(
    `\\bclass \\w+\\s*(?:\\([^)]{0,300}\\b${name}\\b|extends ${name}\\b|<\\s*${name}\\b|:\\s*(?:public )?${name}\\b)`,
  );
  return changes.some(({ newText }) => newText !== undefined && heir.test(newText));
}

/** True when the line stands in a method that another changed file has as well, there with a real body. */
function isHook(line: string, { path, newText = "" }: FileChange, changes: readonly FileChange[]): boolean {
  const before = newText.slice(0, newText.indexOf(line));
  const name = [...before.matchAll(METHOD)]
    .at(-1)
    ?.slice(1)
    .find((found) => found !== undefined);
  if (name === undefined) return false;
  return changes.some(
    (other) =>
      other.path !== path &&
      other.role === "code" &&
      [...(other.newText ?? "").matchAll(METHOD)].some(
        (method) =>
          (method[1] ?? method[2]) === name &&
          !NOT_IMPLEMENTED.test(other.newText?.slice(method.index).split("\n", 2)[1] ?? ""),
      ),
  );
}

/** The head of a method: Python's up to `self`, or a name, brackets and the beginning of a body. */
const METHOD = expression("gm")`
  ^[ \t]*(?:async )?def (\w+)\s*\(\s*(?:self|cls)\b
  |^[ \t]+(?:(?:public|protected|private|override|async|static) )*(?!(?:if|for|while|switch|catch|function)\b)
  ([A-Za-z_]\w*)\s*\([^()\n]*\)[^;{}()\n]*\{
`;

/**
 * True when something that was there can be gone: the text stands in the file as it is, and does not hold all that it
 * replaces. (Some editors take a sketch with such comments and fill in the rest themselves.) A shell script that
 * rewrites files may speak of what it leaves alone.
 */
function mayDropCode(change: FileChange): boolean {
  if (change.type === "create")
    return !(isShell(change.path) && /\b(?:sed|awk|perl|patch)\b/.test(change.newText ?? ""));
  return change.oldText !== undefined && removedLines(change).length > 0;
}

function isShell(path: string): boolean {
  return /^(?:sh|bash|zsh|)$/.test(extensionOf(path));
}

const CONFIDENCE: Record<Gap["kind"], number> = {
  elision: SHOWN,
  "perhaps-elision": EXCUSED,
  "not-implemented": 0.7,
  "to-be-done": LEAD,
};

/** True when the function that was asked for only says that it is missing: the request has most words of its name. */
function isWhatWasAsked(facts: Facts, change: FileChange, gap: Gap): boolean {
  if (gap.kind !== "not-implemented" || change.newText === undefined || REFUSAL.test(gap.line)) return false;
  const lines = change.newText
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|#|\*|"""|\/\*)/.test(line));
  const header = lines[lines.indexOf(gap.line) - 1] ?? "";
  if (!/\b(?:function|def|fn|func|fun|public|private|async|const|static)\b.{0,200}[({:]/.test(header)) return false;
  const name =
    NAMED.exec(header.slice(0, LONGEST))
      ?.slice(1)
      .find((found) => found !== undefined) ?? "";
  const words = name.match(/[A-Z]?[a-z]{2,}/g)?.map((word) => word.toLowerCase()) ?? [];
  const asked = facts.request
    .toLowerCase()
    .split(/[,;.\n]/)
    .filter((clause) => !facts.language.closing.needless.test(clause));
  const wanted = new Set(asked.join(" ").match(/\p{L}{3,}/gu));
  const own = words.filter((word) => !/^(?:the|get|set|new)$/.test(word));
  return wanted.has(name.toLowerCase()) || own.filter((word) => wanted.has(word)).length * 2 > own.length;
}

/** The name of what a line declares: before its parameters, or before the value it is given. */
const NAMED = /\b(\w{1,100})[ \t]{0,8}(?:<[^<>()\n]{0,100}>[ \t]{0,8})?\(|\b(?:const|val|let|var)[ \t]{1,8}(\w{1,100})/;

/** Java that refuses on purpose: `remove` of a view, the constructor of a class that nobody is to create. */
const REFUSAL =
  /\bUnsupportedOperation\w*\(\s*(?:\)|["'](?!not (?:yet )?(?:implemented|supported yet)|todo|unimplemented))/i;

function toFinding(change: FileChange, gap: Gap, confidence: number): Finding {
  const name = baseName(change.path);
  const message = gap.kind.endsWith("elision")
    ? `You wrote ${quote(gap.line, 60)} into ${shownFile(name)} instead of the code; put the real code there.`
    : `${shownFile(name)} still has ${quote(gap.line, 60)}; finish it.`;
  return {
    id: placeholderLeft.id,
    confidence,
    message,
    steps: cite(change.step),
    subject: change.path,
  };
}
