import { analyse, type Report } from "scslre";

/**
 * The part of an expression with exponential backtracking: each further letter of a text doubles the ways to match,
 * so a few dozen letters take hours. An attacker can write such a text into a transcript. Finds a repetition inside a
 * repetition, but not alternatives that match the same (`(?:a|a)+`).
 */
export function endlessPart({ source, flags }: Pick<RegExp, "source" | "flags">): string | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false }, assumeRejectingSuffix: false });
  const endless = reports.find(({ exponential }) => exponential);
  return endless && partOf(endless);
}

function partOf(report: Report): string {
  switch (report.type) {
    case "Trade":
      return `${report.startQuant.raw} … ${report.endQuant.raw}`;
    case "Self":
      return `${report.parentQuant.raw} around ${report.quant.raw}`;
    case "Move":
      return report.quant.raw;
  }
}
