/** Waits for the work, but no longer than the limit; gives "late" when the limit passes first. */
export async function inTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
