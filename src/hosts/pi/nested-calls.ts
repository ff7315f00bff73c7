import type { Delta } from "../../thread/delta.ts";
import { type AssistantContent, inferenceCompleted, toolData } from "../reading/deltas.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { readToolResult } from "./tool-result.ts";

/** The calls of a model's script: inputs and failures, never outputs, in a message of their own after the script's. */
export function readNestedCalls(entry: string, nested: Loose | undefined, at: string | undefined): Delta[] {
  const calls = asList(nested?.["calls"]).flatMap((item) => {
    const record = asRecord(item);
    const id = asText(record?.["id"]);
    const name = asText(record?.["name"]);
    return record && id !== undefined && name !== undefined ? [{ id, name, record }] : [];
  });
  if (calls.length === 0) return [];
  const content: AssistantContent = calls.map(({ id, name, record }) => ({
    type: "tool_use",
    id,
    name,
    input: record["arguments"] ?? {},
  }));
  return [
    inferenceCompleted({ id: `${entry}/calls`, content, stopReason: "tool_use" }, at),
    ...calls.flatMap(({ id, name, record }) => resultOf(id, name, record, at)),
  ];
}

function resultOf(id: string, name: string, record: Loose, at: string | undefined): Delta[] {
  const status = record["status"];
  if (status !== "ok" && status !== "error") return [];
  return [toolData(id, readToolResult(name, asText(record["error"]) ?? "", status === "error"), at)];
}
