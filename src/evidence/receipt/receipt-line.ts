import { quote } from "../quote.ts";

export type ReceiptState = "shown" | "no step seen" | "broken" | "contradicted" | "out of date" | "unknown";

export interface ReceiptLine {
  readonly part: "definition" | "checks" | "asked" | "claims" | "changed" | "also";
  /** What it is about: a command, a file, a claim. */
  readonly about: string;
  readonly says: string;
  readonly steps: readonly number[];
  /** For what was asked or claimed. */
  readonly state?: ReceiptState;
  /** `bad` is something a person should look at; `open` is what the record does not show. */
  readonly tone: "good" | "bad" | "open" | "plain";
}

export function receiptLines(lines: readonly ReceiptLine[]): string[] {
  return lines.map((line) => `${line.part}: ${inWords(line)}`);
}

/** One line of it, without its part: what it is about, what the record holds, and where. */
export function inWords({ part, about, says, steps }: ReceiptLine): string {
  const each = [...new Set(steps)];
  const where = each.length === 0 ? "" : ` (step ${each.length > 4 ? "… " : ""}${each.slice(-4).join(", ")})`;
  return `${part === "claims" ? quote(about, 80) : about}${says === "" ? "" : ` – ${says}`}${where}`;
}
