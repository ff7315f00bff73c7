/** `1 tool call`, `2,400 tool calls`. */
export function countOf(amount: number, noun: string): string {
  return `${grouped(amount)} ${amount === 1 ? noun : `${noun}s`}`;
}

export function grouped(count: number): string {
  const digits = String(count);
  return digits.length <= 3 ? digits : digits.replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** With four decimal places below a cent, which would otherwise be shown as zero. */
export function dollars(amount: number): string {
  if (amount < 0.01) return `$${amount.toFixed(4)}`;
  const [whole = "0", cents = "00"] = amount.toFixed(2).split(".");
  return `$${grouped(Number(whole))}.${cents}`;
}
