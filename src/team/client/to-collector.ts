import { fromJson, isRecord } from "../../text/json.ts";
import { Report } from "../report.ts";
import { evaluationLogs } from "./evaluation-logs.ts";
import type { SpoolPlace } from "./place.ts";
import { ATTEMPT_MS, type Destination, failedBy, LONG_REST_MS, type Outcome, restAfter } from "./sender.ts";
import { shortText } from "../../text/answer.ts";

interface CollectorOptions {
  readonly place: SpoolPlace;
  readonly engine: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

/** An OpenTelemetry collector. What it says that it cannot take is given up, as the protocol wants it. */
export function toCollector({ place, engine, address, headers, now = Date.now }: CollectorOptions): Destination {
  const url = /\/v1\/logs\/?$/.test(address) ? address : `${address.replace(/\/+$/, "")}/v1/logs`;
  return {
    place,
    isThere: () => true,
    async post(batch) {
      const reports = batch.map((each) => Report.safeParse(each)).flatMap(({ data }) => (data ? [data] : []));
      const unread = batch.length - reports.length;
      if (reports.length === 0) return { type: "sent", accepted: 0, refused: unread };
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify(evaluationLogs(reports, engine, now())),
          // The headers are for this address and no other.
          redirect: "error",
          signal: AbortSignal.timeout(ATTEMPT_MS),
        });
        return await outcomeOf(response, reports.length, unread);
      } catch (error) {
        return failedBy(error);
      }
    },
  };
}

async function outcomeOf(response: Response, count: number, unread: number): Promise<Outcome> {
  const text = await shortText(response);
  if (response.status === 400) return { type: "sent", accepted: 0, refused: count + unread };
  if (!response.ok)
    return { type: "failed", why: `the collector answered ${response.status}`, restMs: restAfter(response) };
  const answer = text.trim() === "" ? {} : fromJson(text);
  if (!isRecord(answer))
    return { type: "failed", why: "what answered is no OpenTelemetry collector", restMs: LONG_REST_MS };
  const partial = isRecord(answer["partialSuccess"]) ? answer["partialSuccess"] : {};
  // It counts records, of which a report may be several.
  const refused = Math.min(count, Number(partial["rejectedLogRecords"]) || 0);
  return { type: "sent", accepted: count - refused, refused: refused + unread };
}
