/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  text(alphabet: string, length: number): string;
  bytes(length: number): Buffer;
}

export const ALPHABETS = {
  mixed: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  hex: "0123456789abcdef",
  digits: "0123456789",
  /** What passwords are made of and no format has to escape. */
  password: "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@%^*_+-.?~",
};

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    text: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(""),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
