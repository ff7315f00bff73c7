import type { Report } from "../report.ts";

type Value = { readonly stringValue: string } | { readonly doubleValue: number } | { readonly boolValue: boolean };

/** What a decision says of one thing: a finding, or the turn as a whole. */
interface Evaluation {
  readonly name: string;
  readonly score: number | null;
  readonly explanation: string | undefined;
}

/**
 * Decisions as an export request of OTLP, in its JSON form. The names of the attributes are those of OpenTelemetry's
 * conventions for generative AI, by hand: the constants of its package are marked as passing.
 */
export function evaluationLogs(reports: readonly Report[], engine: string, now: number) {
  return {
    resourceLogs: [
      {
        resource: { attributes: attributes({ "service.name": "coxswain", "service.version": engine }) },
        scopeLogs: [
          {
            scope: { name: "coxswain", version: engine },
            logRecords: reports.flatMap((report) => recordsOf(report, engine, now)),
          },
        ],
      },
    ],
  };
}

const EVENT = "gen_ai.evaluation.result";
const INFO = 9;

function recordsOf(report: Report, engine: string, now: number) {
  return evaluationsIn(report).map(({ name, score, explanation }) => ({
    timeUnixNano: nanoseconds(Date.parse(report.at)),
    observedTimeUnixNano: nanoseconds(now),
    severityNumber: INFO,
    severityText: "INFO",
    eventName: EVENT,
    attributes: attributes({
      // Where collectors looked for it before the record had a field of its own.
      "event.name": EVENT,
      "gen_ai.evaluation.name": name,
      "gen_ai.evaluation.score.value": score,
      "gen_ai.evaluation.score.label": report.verdict,
      "gen_ai.evaluation.explanation": explanation,
      "gen_ai.agent.name": report.agent,
      "coxswain.engine.version": engine,
      "coxswain.decided_by": report.judge,
      "coxswain.decision.id": report.id,
      "coxswain.spoken": report.injected === true,
      "coxswain.repository": report.repository,
    }),
  }));
}

/** One for each finding that was said; where none was, one for whoever looked. */
function evaluationsIn(report: Report): readonly Evaluation[] {
  const { content, judge } = report;
  const spoken = report.findings.flatMap(({ id, confidence, spoken: isSpoken }, index) =>
    isSpoken ? [{ name: id, score: confidence, explanation: content?.findings[index]?.message }] : [],
  );
  if (spoken.length > 0) return spoken;
  const name = judge === "model" ? "observer" : judge;
  return [{ name, score: report.confidence, explanation: content?.message ?? content?.reason }];
}

/** A string, because JSON has no numbers of that size. */
function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.max(0, milliseconds)) * 1_000_000n}`;
}

/** What is not known is left out. */
function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: asValue(value) }],
  );
}

function asValue(value: string | number | boolean): Value {
  if (typeof value === "string") return { stringValue: value };
  return typeof value === "number" ? { doubleValue: value } : { boolValue: value };
}
