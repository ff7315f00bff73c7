/** One line of the service's log: what happened, never what was sent. */
export interface LogEvent {
  readonly event: "started" | "stopping" | "stopped" | "request" | "refused" | "failed" | "job" | "retention";
  readonly [detail: string]: string | number | boolean | undefined;
}

export type Log = (event: LogEvent) => void;
