import { type ReceiptLine, inWords } from "../evidence/receipt/receipt-line.ts";
import { neutralise } from "../text/strings.ts";
import { LABEL } from "../thread/own-words.ts";
import { squeezed } from "../thread/squeezed.ts";

export const LONGEST_LINE = 200;

const BETWEEN = " · ";
const END = `${BETWEEN}cox why last`;

/** The account of a turn in one line. Undefined where there is nothing to say: with `problems`, nothing bad. */
export function receiptLine(lines: readonly ReceiptLine[], when: "problems" | "always"): string | undefined {
  const told = receiptParts(lines, when);
  if (told.length === 0) return undefined;
  const room = LONGEST_LINE - LABEL.length - END.length;
  return `${LABEL}${fitting(told, room)}${END}`;
}

/** What the line is made of, the most telling first. */
export function receiptParts(lines: readonly ReceiptLine[], when: "problems" | "always"): readonly string[] {
  return tellingLines(lines, when).map((line) => squeezed(neutralise(inShort(line))));
}

function tellingLines(lines: readonly ReceiptLine[], when: "problems" | "always"): readonly ReceiptLine[] {
  const bad = lines.filter(({ tone }) => tone === "bad");
  if (when === "problems" && bad.length === 0) return [];
  const failed = new Set(bad.flatMap(({ part, steps }) => (part === "checks" ? steps : [])));
  // The run that speaks against a claim is told; the claim would be the same again.
  const problems = bad.filter(({ part, steps }) => part !== "claims" || !steps.some((step) => failed.has(step)));
  const of = (...parts: readonly ReceiptLine["part"][]) => lines.filter(({ part }) => parts.includes(part));
  const openChecks = of("checks").filter(({ tone }) => tone === "open");
  if (when === "problems") return [...problems, ...openChecks];
  const goodChecks = of("checks").filter(({ tone }) => tone === "good" || tone === "plain");
  const rest = of("changed", "also").filter(({ tone }) => tone !== "bad");
  return [...problems, ...openChecks, ...goodChecks, ...rest];
}

function inShort(line: ReceiptLine): string {
  return line.part === "changed" ? `changed ${inWords(line)}` : inWords(line);
}

/** As many whole parts as there is room for; of the first, what fits. */
function fitting(parts: readonly string[], room: number): string {
  for (let count = parts.length; count > 0; count -= 1) {
    const left = parts.length - count;
    const text = [...parts.slice(0, count), ...(left === 0 ? [] : [`${left} more`])].join(BETWEEN);
    if (text.length <= room) return text;
  }
  const more = parts.length === 1 ? "" : `${BETWEEN}${parts.length - 1} more`;
  return `${(parts[0] ?? "").slice(0, room - more.length - 1).trimEnd()}…${more}`;
}
