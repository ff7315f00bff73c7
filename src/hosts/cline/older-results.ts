import { contentText } from "../reading/content.ts";
import { asText, asWord, type Loose } from "../../text/loose.ts";

/** A call without its result yet. Results in older tasks name only the tool. */
export interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly guidance: string | undefined;
}

const HEAD = /^\[([a-z_]{1,40})(?: for [\s\S]{0,20000}?)?\] Result:(?:\n|$)/;

/** A tool's output, with the name of the tool or the id of the call, or other text. */
export interface Part {
  readonly text: string;
  readonly tool?: string | undefined;
  readonly call?: string | undefined;
  readonly failed?: boolean;
}

/** The parts of a message. Earlier versions wrote a tool's name and its output as two blocks. */
export function partsIn(blocks: readonly Loose[]): Part[] {
  const parts: Part[] = [];
  let headed: string | undefined;
  for (const block of blocks) {
    const text = asWord(block["text"]);
    const head = headed === undefined ? HEAD.exec(text) : null;
    const rest = head ? text.slice(head[0].length) : text;
    if (block["type"] === "tool_result") {
      const isFailed = block["is_error"] === true;
      parts.push({ call: asText(block["tool_use_id"]), text: contentText(block["content"]), failed: isFailed });
    } else if (head && rest === "") {
      headed = head[1];
      continue;
    } else if (block["type"] === "text") parts.push({ tool: head?.[1] ?? headed, text: rest });
    headed = undefined;
  }
  return headed === undefined ? parts : [...parts, { tool: headed, text: "" }];
}

/** The results, each with its call: the one with its id, or the first waiting call of its tool. */
export function resultsIn(parts: readonly Part[], waiting: Waiting[]): Loose[] {
  return parts.flatMap((part, place): Loose[] => {
    const { tool, call, text, failed: is_error } = part;
    if (isPermission(part) && parts[place + 1]?.tool === tool) return [];
    const found = waiting.findIndex(({ id, name }) => (call === undefined ? name === tool : id === call));
    const [taken] = found === -1 ? [] : waiting.splice(found, 1);
    if (!taken) return [];
    const { id, name, guidance } = taken;
    return [{ type: "tool_result", tool_use_id: id, name, guidance, older: text, is_error }];
  });
}

/** True when the part only says that the person allowed a call; the call's output follows. */
function isPermission({ tool, text }: Part): boolean {
  return tool !== undefined && text.startsWith("The user approved this operation");
}
