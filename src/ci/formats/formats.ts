import { jsonLine } from "../../text/json.ts";
import { type Report, outcomesOf } from "../entry.ts";
import { conclusionOf, type Level, worstOf } from "../outcome.ts";
import { jsonForLog } from "../escape.ts";
import { annotations } from "./github.ts";
import { codeQuality } from "./gitlab.ts";
import { junit } from "./junit.ts";
import { sarif } from "./sarif.ts";
import { inText } from "./text.ts";

/** What `--format` takes. */
export const FORMATS = ["text", "json", "github", "junit", "sarif", "gitlab"] as const;
export type Format = (typeof FORMATS)[number];

export interface Told {
  /** The version of this program. */
  readonly version: string;
  readonly columns: number;
  readonly failOn: Level | undefined;
}

/** A report as one text, whatever its entries hold. */
export function inFormat(format: Format, report: Report, told: Told): string {
  switch (format) {
    case "text":
      return inText(report, told.columns);
    case "json":
      return jsonForLog(jsonLine(inJson(report, told.failOn)));
    case "github":
      return annotations(report, told.failOn) + inText(report, told.columns);
    case "junit":
      return junit(report);
    case "sarif":
      return jsonForLog(sarif(report, told.version));
    case "gitlab":
      return jsonForLog(codeQuality(report));
    default:
      return format satisfies never;
  }
}

/** The stable shape of a report for machines. */
export function inJson(report: Report, failOn: Level | undefined) {
  const outcomes = outcomesOf(report);
  return {
    type: "report",
    outcome: worstOf(outcomes),
    conclusion: conclusionOf(outcomes, failOn),
    failOn: failOn ?? null,
    ...report,
  };
}
