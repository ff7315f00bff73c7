/** The signals that hosts send to a hook whose time is up or whose session was closed. */
const ENDINGS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** At the first signal the work is aborted and cleans up, then the process ends by it; at a second at once. */
export async function untilToldToEnd<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const told = new AbortController();
  let by: NodeJS.Signals | undefined;
  const hear = (name: NodeJS.Signals): void => {
    by = name;
    stopHearing();
    told.abort();
  };
  const stopHearing = (): void => {
    for (const name of ENDINGS) process.off(name, hear);
  };
  for (const name of ENDINGS) process.on(name, hear);
  try {
    return await work(told.signal);
  } finally {
    stopHearing();
    if (by !== undefined) process.kill(process.pid, by);
  }
}
