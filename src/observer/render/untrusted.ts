import { literally, neutralise, squeezed } from "../../text/strings.ts";
import type { Thread } from "../../thread/thread.ts";

export interface Quoter {
  /** Content for the end of a structural line: one line, at most `limit` characters. */
  line(text: string, limit: number): string;
  /** Content as lines of its own, each behind `mark`. Empty content gives no line. */
  block(text: string, shape: BlockShape): string;
  /** Neutralised and redacted, not yet cut or marked. For content that is processed first (diffs). */
  clean(text: string): string;
}

export interface BlockShape {
  readonly mark: Mark;
  readonly limit: number;
  readonly keep?: Keep;
  /** The longest line kept whole. Data has very long machine-made lines; a person's paragraph is one line, too. */
  readonly lineLimit?: number;
}

/** `>` stands before what a person or the observer said, `|` before everything else. */
type Mark = "> " | "| ";

export type Keep = "head" | "tail" | "ends";

const LINE_LIMIT = 320;

/** Content that is processed before it is shown is cut to this length first. */
const WORK_LIMIT = 40_000;

export function createQuoter(redact: (text: string) => string): Quoter {
  const clean = (text: string, limit: number): string => {
    const reach = limit * 2 + 4000;
    if (text.length <= reach * 2) return redact(neutralise(text));
    const head = redact(neutralise(text.slice(0, reach)));
    const tail = redact(neutralise(text.slice(-reach)));
    const [headEdge, tailEdge] = [edgeOf(head), edgeOf(tail)];
    const middle = note(`${text.length - reach * 2 + headEdge + tailEdge} characters cut`);
    return `${head.slice(0, head.length - headEdge)}\n${middle}\n${tail.slice(tailEdge)}`.toWellFormed();
  };
  return {
    clean: (text) => clean(text, WORK_LIMIT),
    line: (text, limit) => cut(squeezed(clean(text, limit)), limit, "ends"),
    block: (text, shape) => quote(clean(text, shape.limit), shape),
  };
}

/** How much to leave out next to a cut: a secret that was cut in half is not recognised. */
function edgeOf(part: string): number {
  return Math.min(EDGE, Math.floor(part.length / 2));
}

const EDGE = 2000;

/** Adds the mark to content that is already clean. */
export function quote(cleaned: string, { mark, limit, keep = "ends", lineLimit = LINE_LIMIT }: BlockShape): string {
  const lines = cleaned
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd()
    .split("\n")
    .map((line) => cut(line.trimEnd(), lineLimit, "ends"));
  const text = cut(lines.join("\n"), limit, keep);
  return text === "" ? "" : mark + text.replaceAll("\n", `\n${mark}`);
}

const MARK_LENGTH = note("1234 characters cut").length;

export function cut(text: string, limit: number, keep: Keep): string {
  if (text.length <= limit) return text;
  const mark = note(`${text.length - limit + MARK_LENGTH} characters cut`);
  const room = limit - mark.length;
  if (room <= 0) return text.slice(0, Math.max(0, limit)).toWellFormed();
  const head = keep === "head" ? room : keep === "tail" ? 0 : Math.ceil(room * 0.6);
  const end = room === head ? "" : text.slice(head - room);
  return (text.slice(0, head) + mark + end).toWellFormed();
}

/** A note of ours inside content. Content cannot contain these brackets, because `neutralise` removes them. */
export function note(remark: string): string {
  return `⟦… ${remark} …⟧`;
}

export function quoterFor(thread: Thread, redact: (text: string) => string = (text) => text): Quoter {
  return createQuoter(withShortPaths(thread.cwd, redact));
}

/** Replaces the path of the working directory by a dot: it is in every command, and tells who the user is. */
function withShortPaths(cwd: string | undefined, redact: (text: string) => string): (text: string) => string {
  if (!cwd || cwd.length < 4) return redact;
  const folder = new RegExp(`${literally(cwd)}(?![\\w-])`, "g");
  return (text) => redact(text.replaceAll(folder, "."));
}
