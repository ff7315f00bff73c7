import process from "node:process";

/** What hosts send to a hook whose time is up, or whose session was closed. */
const ENDINGS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * For work that has started programs and laid out files: who is told to end meanwhile ends that first, and then as it was
 * told to. Who is told a second time ends at once.
 */
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
