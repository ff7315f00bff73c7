import { asList, asText, type Loose } from "../../text/loose.ts";

export function fromStream(record: Loose): Loose {
  const sessionId = asText(record["session_id"]);
  if (sessionId === undefined || record["sessionId"] !== undefined) return record;
  return {
    ...record,
    sessionId,
    isSidechain: asText(record["parent_tool_use_id"]) !== undefined,
    isMeta: record["isSynthetic"],
    toolUseResult: record["tool_use_result"],
  };
}

/** The first line of such a log. Other agents print the same form with other tools; older logs name no version. */
export function isStreamStart(line: Loose): boolean {
  return (
    line["subtype"] === "init" &&
    asText(line["session_id"]) !== undefined &&
    (asText(line["claude_code_version"]) !== undefined || asList(line["tools"]).includes("Bash"))
  );
}
