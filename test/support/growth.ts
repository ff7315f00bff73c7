/** Below this many milliseconds a measurement says more about the machine than about the code. */
const TOO_SHORT_TO_TELL = 250;
const TRIES = 3;
const SHARE = 4;

/**
 * How much more work four times the input is: about 4 where cost follows the input, 16 and more where it does not,
 * and 1 where the whole costs too little to say. A ratio within one run, so that a slow machine cannot fail it.
 */
export function growth<Input extends { readonly length: number; slice(start: number, end: number): Input }>(
  input: Input,
  work: (input: Input) => unknown,
): number {
  const quarter = input.slice(0, Math.ceil(input.length / SHARE));
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES && least > MORE_THAN_ITS_INPUT; attempt++) {
    const whole = processorTime(() => work(input));
    if (whole < TOO_SHORT_TO_TELL) return 1;
    least = Math.min(least, whole / processorTime(() => work(quarter)));
  }
  return least;
}

/** Twice what cost in proportion would be: room for caches and the collector, none for a square. */
export const MORE_THAN_ITS_INPUT = 2 * SHARE;

export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max((user + system) / 1000, 1);
}
