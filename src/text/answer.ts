import { describeError } from "./errors.ts";

const LONGEST_BYTES = 200_000;
const LONGEST_REASON = 200;

/** What a server says, as far as any of ours would speak: whoever answers may be somebody else. */
export async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > LONGEST_BYTES) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Why nobody answered: `fetch` itself says only that it failed, and has the reason as its cause. */
export function whyUnanswered(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return describeError(cause).slice(0, LONGEST_REASON);
}
