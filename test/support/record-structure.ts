/** One line of a rendered record, by who wrote it: `structure` is ours, `quoted` comes from the transcript. */
export type RecordLine =
  | { readonly kind: "structure"; readonly text: string }
  | { readonly kind: "quoted"; readonly mark: string };

/**
 * Reads a rendered record as a strict reader would. Throws at a line that belongs to neither us nor a quotation:
 * such a line could only come from content that broke out.
 */
export function readRecord(text: string): RecordLine[] {
  return text.split("\n").map((line) => {
    const mark = /^[>|-](?= |$)/.exec(line)?.[0];
    if (mark !== undefined) return { kind: "quoted", mark };
    const known = STRUCTURE.find((pattern) => pattern.test(line));
    if (!known) throw new Error(`A line that nobody wrote: ${JSON.stringify(line.slice(0, 200))}`);
    return { kind: "structure", text: (known.exec(line)?.[1] ?? "").replaceAll(/\d+/g, "N") };
  });
}

export function skeletonOf(text: string): string[] {
  const lines = readRecord(text).map((line) => (line.kind === "quoted" ? `quoted ${line.mark}` : line.text));
  return lines.filter((line, index) => line !== lines[index - 1] || !line.startsWith("quoted"));
}

/** Every form a line of ours has; the group is the part that no transcript can change. */
const STRUCTURE: readonly RegExp[] = [
  /^(# GUIDANCE FILES)$/,
  /^(## FILE ).*$/,
  /^(# TURN \d+)$/,
  /^(## (?:USER(?: \(while the agent worked\))?|AGENT|COURSE CORRECTION \(your own words, from before\)|CLOSING TEXT \(the agent's claims, to be checked\)|LEDGER at this stop \(worked out from the record\)))$/,
  /^(## (?:HOST|HOOK|VERIFIER) \([^()]+\))$/,
  /^(## (?:INTERRUPTED|CUT OFF|REFUSED|FAILED))$/,
  /^(\[\d+\] (?:ok(?:, exit -?\d+)?|FAILED(?:, exit -?\d+)?|NO RESULT|STILL RUNNING|REJECTED BY THE USER|INTERRUPTED|TIMED OUT|STARTED IN THE BACKGROUND, end not seen) · ).*$/,
  /^( {2}(?:command|output):)$/,
  /^( {2}\(no output\))$/,
  /^( {2}(?:edit|create|delete|move) ).*$/,
  /^( {2}\(\d+ more changes in this step are not shown\))$/,
  /^(\((?:turns? \d+|steps? \d+|\d+ |not shown|empty|none |the |an |end )[^()]*(?:\([^()]*\)[^()]*)*\))$/,
  /^(## (?:USER \(turn \d+\)|CLOSING TEXT \(turn \d+, the agent's claims\)))$/,
  /^(# (?:CLOSER LOOK: what was asked for, with more of it|OBJECTION))$/,
];
