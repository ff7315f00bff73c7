import { analyse, type Report } from "scslre";

/**
 * The part of an expression that a text can be read by in more ways with every letter, twice as many each time: with some
 * dozen letters it takes hours. Whoever writes such a text writes it into a transcript. Found is a repeated part inside a
 * repeated part; alternatives that read the same (`(?:a|a)+`) are not.
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
