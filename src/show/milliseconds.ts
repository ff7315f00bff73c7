/** Since the process was started. As steady as `performance.now()`, which Node takes two milliseconds to load. */
export function milliseconds(): number {
  return process.uptime() * 1000;
}
