const EVERY_MS = 5;

/**
 * Counts the milliseconds in which this process could go on. While others have the processor its timer stands still, so
 * that a promise of a few milliseconds holds on a busy machine too, for what waits for nobody outside.
 */
export function startOwnTime(): () => number {
  let passed = 0;
  const timer = setInterval(() => (passed += EVERY_MS), EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return passed;
  };
}
