import type { QueueCounts } from "./queue/queue.ts";

/** Counted since this server started; whoever asks adds those of several servers up. */
export interface Metrics {
  readonly requests: Map<number, number>;
  /** How questions to the team's observer ended. */
  readonly questions: { answered: number; cached: number; failed: number };
  accepted: number;
  refused: number;
}

export function createMetrics(): Metrics {
  return { requests: new Map(), questions: { answered: 0, cached: 0, failed: 0 }, accepted: 0, refused: 0 };
}

/** The text that Prometheus reads. */
export function metricsText(metrics: Metrics, waiting: number, queue: QueueCounts): string {
  const requests = [...metrics.requests].map(([status, count]) => [`{status="${status}"}`, count] as const);
  return [
    series("coxswain_requests_total", "counter", "Requests by the status of the answer.", requests),
    series("coxswain_reports_accepted_total", "counter", "Reports and marks that are on the disk.", [
      ["", metrics.accepted],
    ]),
    series("coxswain_reports_refused_total", "counter", "Reports that were not understood.", [["", metrics.refused]]),
    series(
      "coxswain_questions_total",
      "counter",
      "Questions to the observer by how they ended.",
      Object.entries(metrics.questions).map(([end, count]) => [`{end="${end}"}`, count] as const),
    ),
    series("coxswain_reports_waiting", "gauge", "Reports that wait for the disk.", [["", waiting]]),
    series("coxswain_jobs", "gauge", "Jobs of the queue.", [
      ['{state="waiting"}', queue.waiting],
      ['{state="running"}', queue.running],
      ['{state="aside"}', queue.aside],
    ]),
    series("coxswain_jobs_oldest_seconds", "gauge", "How long the first job waits.", [["", queue.oldestSeconds]]),
  ].join("");
}

function series(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
