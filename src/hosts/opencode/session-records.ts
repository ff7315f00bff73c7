import { asRecord, asText, type Loose } from "../../loose.ts";

/** First a record with the ids of the messages, then those. What the person took back is left out. */
export function sessionRecords(
  session: Loose | undefined,
  messages: readonly unknown[],
  revert: Loose | undefined,
): readonly unknown[] {
  const revertedFrom = asText(revert?.["messageID"]);
  const cut = revertedFrom === undefined ? -1 : messages.findIndex((message) => idOf(message) === revertedFrom);
  const kept = cut === -1 ? messages : messages.slice(0, cut);
  return [{ ...(session ? { session } : {}), messages: kept.map(idOf) }, ...kept];
}

function idOf(message: unknown): string | undefined {
  return asText(asRecord(asRecord(message)?.["info"])?.["id"]);
}
