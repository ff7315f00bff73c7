import { recordFrom } from "../../loose.ts";

/** The person's decision about a call, as Roo Code reports it: a line of JSON, then the tool's output if it ran. */
export interface Decision {
  readonly isDenied: boolean;
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
    given: end === -1 ? "" : text.slice(end).trimStart(),
  };
}
