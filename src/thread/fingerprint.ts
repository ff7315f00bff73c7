/** A 53-bit hash made of two independent mixes: different texts practically always get different numbers. */
export function fingerprint(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high + code, 0x27d4eb2f) ^ (high >>> 15);
  }
  low ^= low >>> 13;
  high ^= high >>> 16;
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0);
}

/** The same as text, for ids: always 14 characters. */
export function hexFingerprint(text: string): string {
  return fingerprint(text).toString(16).padStart(14, "0");
}
