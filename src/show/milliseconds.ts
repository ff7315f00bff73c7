/**
 * Milliseconds since the process started. As steady as `performance.now()`, which takes Node two milliseconds to
 * load.
 */
export function milliseconds(): number {
  return process.uptime() * 1000;
}
