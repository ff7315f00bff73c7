import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";

/** The messages of a document: the list itself, or a request or a saved conversation that has them in a field. */
export function messagesIn(document: unknown): readonly Loose[] {
  const record = asRecord(document);
  const list = record ? (record["messages"] ?? record["input"] ?? record["items"] ?? record["history"]) : document;
  const answered = record ? [...asList(record["output"]), ...choicesIn(record)] : [];
  return [...asList(list), ...answered].flatMap((item) => {
    const message = asRecord(item);
    return message ? [message] : [];
  });
}

/** The answer in a request that was saved together with it. */
function choicesIn(record: Loose): unknown[] {
  const response = asRecord(record["response"]) ?? record;
  return asList(response["choices"])
    .slice(0, 1)
    .map((choice) => asRecord(choice)?.["message"]);
}

/** What a document says about its conversation, if it is more than a list. */
export function threadRecord(document: unknown): readonly unknown[] {
  const record = asRecord(document);
  const id = asText(record?.["id"]) ?? asText(record?.["session_id"]) ?? asText(record?.["thread_id"]);
  if (id === undefined) return [];
  return [{ thread: { id, cwd: asText(record?.["cwd"]), title: asText(record?.["title"]) } }];
}

/** All messages in a document, of whichever format: plain text looks the same in every format. */
export function chatRecords(document: unknown): readonly unknown[] | undefined {
  const messages = messagesIn(document);
  return messages.length > 0 && messages.every(hasRole) ? [...threadRecord(document), ...messages] : undefined;
}

export function hasRole(record: Loose | undefined): record is Loose {
  return /^(?:system|developer|user|assistant|tool|function)$/.test(asWord(record?.["role"]));
}

export function blockTypes(record: Loose | undefined): string[] {
  return asList(record?.["content"]).flatMap((item) => asText(asRecord(item)?.["type"]) ?? []);
}
