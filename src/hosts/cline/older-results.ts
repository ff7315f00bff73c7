import { contentText } from "../reading/content.ts";
import { asText, asWord, type Loose } from "../../loose.ts";

/** A call that waits for its result. Results of older tasks name the tool alone. */
export interface Waiting {
  readonly id: string;
  readonly name: string;
  /** The guidance file that it reads. */
  readonly guidance: string | undefined;
}

const HEAD = /^\[([a-z_]{1,40})(?: for [\s\S]{0,20000}?)?\] Result:(?:\n|$)/;

/** One thing that is said to the agent: what a tool gave, named by the tool or by the call, or something else. */
export interface Part {
  readonly text: string;
  readonly tool?: string | undefined;
  readonly call?: string | undefined;
  readonly failed?: boolean;
}

/** Earlier the name of a tool and what it gave were two blocks. */
export function partsIn(blocks: readonly Loose[]): Part[] {
  const parts: Part[] = [];
  let headed: string | undefined;
  for (const block of blocks) {
    const text = asWord(block["text"]);
    const head = HEAD.exec(text);
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

/** Results, each with the call it belongs to: by its name, or the first that waits for one of this tool. */
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

/** Words with which the person allowed a call; what it gave follows. */
function isPermission({ tool, text }: Part): boolean {
  return tool !== undefined && text.startsWith("The user approved this operation");
}
