import { asText, recordFrom } from "../../loose.ts";

/** What the person decided on a call, as Roo Code tells it: a line of JSON, and behind it what the tool gave, if it ran. */
export interface Decision {
  readonly isDenied: boolean;
  /** What the person said with it. */
  readonly feedback: string;
  readonly given: string;
}

const HEAD = /^\{"status":"(?:denied|approved|guidance)"[,}]/;

export function decisionIn(text: string): Decision | undefined {
  if (!HEAD.test(text)) return undefined;
  const end = text.indexOf("\n");
  const report = recordFrom(end === -1 ? text : text.slice(0, end));
  if (!report) return undefined;
  return {
    isDenied: report["status"] === "denied",
    feedback: (asText(report["feedback"]) ?? "").trim(),
    given: end === -1 ? "" : text.slice(end).trimStart(),
  };
}
