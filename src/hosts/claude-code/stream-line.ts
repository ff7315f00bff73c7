import { asList, asText, type Loose } from "../../loose.ts";

/** What is printed with `--output-format stream-json`, in the words of a transcript's line. It has the same messages. */
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

/** How such a log begins. Other agents print the same forms, with tools of their own; older logs do not say the version. */
export function isStreamStart(line: Loose): boolean {
  return (
    line["subtype"] === "init" &&
    asText(line["session_id"]) !== undefined &&
    (asText(line["claude_code_version"]) !== undefined || asList(line["tools"]).includes("Bash"))
  );
}
