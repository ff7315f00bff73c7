import type { ServiceFacts } from "./views/health.ts";

/** Counted since this server started; whoever asks adds those of several servers up. */
export interface Metrics {
  readonly requests: Map<number, number>;
  /** Of all requests together. */
  seconds: number;
  /** How questions to the team's observer ended. */
  readonly questions: { answered: number; cached: number; failed: number };
  accepted: number;
  refused: number;
}

export function createMetrics(): Metrics {
  return { requests: new Map(), seconds: 0, questions: { answered: 0, cached: 0, failed: 0 }, accepted: 0, refused: 0 };
}

/** The text that Prometheus reads. */
export function metricsText(metrics: Metrics, waiting: number, { version, database, queue }: ServiceFacts): string {
  const requests = [...metrics.requests].map(([status, count]) => [`{status="${status}"}`, count] as const);
  const { user, system } = process.cpuUsage();
  return [
    series("coxswain_build_info", "gauge", "Which version this is, and what its records lie in.", [
      [`{version="${version}",database="${database}"}`, 1],
    ]),
    series("process_start_time_seconds", "gauge", "When this server started, in seconds since 1970.", [
      ["", Math.round(performance.timeOrigin / 1000)],
    ]),
    series("process_resident_memory_bytes", "gauge", "Memory of this server.", [["", process.memoryUsage.rss()]]),
    series("process_cpu_seconds_total", "counter", "What this server took of the processors.", [
      ["", (user + system) / 1_000_000],
    ]),
    series("coxswain_request_duration_seconds", "summary", "How long requests took.", [
      ["_sum", metrics.seconds],
      ["_count", requests.reduce((sum, [, count]) => sum + count, 0)],
    ]),
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
