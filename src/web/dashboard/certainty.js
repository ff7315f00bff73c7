/** What few stops cannot say is not said. */

/** How sure: nineteen of twenty times. */
const SURE = 1.96;

/**
 * The share that is at least so, as far as this many can say (Wilson's lower bound). One of one is not the worst.
 * @param {number} part
 * @param {number} whole
 */
export function atLeast(part, whole) {
  if (whole === 0) return 0;
  const [share, square] = [part / whole, SURE * SURE];
  const middle = share + square / (2 * whole);
  const around = SURE * Math.sqrt((share * (1 - share) + square / (4 * whole)) / whole);
  return Math.max(0, (middle - around) / (1 + square / whole));
}

/**
 * Whether a share went up or down, or whether that may be chance. Undefined where one of them has nothing.
 * @param {{ part: number, whole: number }} now
 * @param {{ part: number, whole: number }} before
 * @returns {"more" | "fewer" | "same" | undefined}
 */
export function trend(now, before) {
  if (now.whole === 0 || before.whole === 0) return undefined;
  const both = (now.part + before.part) / (now.whole + before.whole);
  const spread = Math.sqrt(both * (1 - both) * (1 / now.whole + 1 / before.whole));
  const apart = now.part / now.whole - before.part / before.whole;
  if (spread === 0 || Math.abs(apart) < SURE * spread) return "same";
  return apart > 0 ? "more" : "fewer";
}
