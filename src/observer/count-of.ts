/** `1 tool call`, `2 tool calls`. */
export function countOf(amount: number, noun: string): string {
  return `${amount} ${amount === 1 ? noun : `${noun}s`}`;
}
