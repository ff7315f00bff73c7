import { contentText } from "../reading/content.ts";
import { asText, asWord, type Loose } from "../reading/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { speaks } from "./older-calls.ts";
import { decisionIn } from "./older-decision.ts";

/** A call that waits for its result. Results of older tasks name the tool alone. */
export interface Waiting {
  readonly id: string;
  readonly name: string;
  /** The guidance file that it reads. */
  readonly guidance: string | undefined;
}

const HEAD = /^\[([a-z_]{1,40})(?: for [\s\S]{0,20000}?)?\] Result:(?:\n|$)/;

/** One thing that is said to the agent: what a tool gave, named by the tool or by the call, or something else. */
interface Part {
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
  return parts.flatMap(({ tool, call, text, failed: is_error }): Loose[] => {
    const found = waiting.findIndex(({ id, name }) => (call === undefined ? name === tool : id === call));
    const [taken] = found === -1 ? [] : waiting.splice(found, 1);
    if (!taken) return [];
    const { id, name, guidance } = taken;
    return [{ type: "tool_result", tool_use_id: id, name, guidance, older: text, is_error }];
  });
}

/** What the person said, wherever in a message it stands. */
export function asked(parts: readonly Part[], waiting: readonly Waiting[]): string {
  return parts
    .flatMap(({ tool, call, text }) => {
      const called = call === undefined ? undefined : waiting.find(({ id }) => id === call)?.name;
      const name = called ?? tool;
      const feedback = FOREIGN.test(name ?? "") ? undefined : decisionIn(text)?.feedback;
      if (feedback) return [feedback];
      return wordsIn(text, called !== undefined || (name !== undefined && !speaks(name)));
    })
    .join("\n\n");
}

/** Tools of other servers give whatever these like, also what looks like a decision. */
const FOREIGN = /^(?:use_mcp_tool|access_mcp_resource|mcp--)/;

/** Elements in which the person's words stand: the task first, then answers to what the agent said. */
const WRAPPED = /^(?:task|user_message|feedback|answer)$/;
const ANNOUNCED = /feedback[^\n]{0,300}\n$/i;

/**
 * An element that a text ends with, on lines of its own. A file or a program may show one: in what a tool gave only
 * feedback that is announced as such is the person's.
 */
function wordsIn(text: string, isResult: boolean): string[] {
  const whole = text.trimEnd();
  const name = /<\/(\w{1,20})>$/.exec(whole.slice(-30))?.[1] ?? "";
  const open = `<${name}>\n`;
  const start = WRAPPED.test(name) ? whole.indexOf(open) : -1;
  if (start === -1 || (start > 0 && whole[start - 1] !== "\n")) return [];
  if (isResult && !(name === "feedback" && ANNOUNCED.test(whole.slice(Math.max(0, start - 400), start)))) return [];
  const inside = whole.slice(start + open.length, -name.length - 3).trim();
  return inside === "" ? [] : [inside];
}

const REFUSED = /^The user denied this operation\b/;
const FAILED =
  /^(?:The tool execution failed with the following error|Tool \[\w+\] was not executed|\{"status":"error")/;
const STILL_RUNNING = /^Command is still running in /;
const ENDED = /^Command executed in terminal\b[^\n]*?(?:\n|\. )Exit code: (-?\d{1,10})\nOutput:\n/;
const RAN = /^Command executed\.(?:\nOutput:\n|$)/;

/** What a tool of those tasks gave. Of a command Cline says only that it ran; Roo Code says how it ended. */
export function olderOutcome(text: string, isError: boolean): ToolOutcome {
  const decision = decisionIn(text);
  if (decision?.isDenied || REFUSED.test(text)) return { status: "rejected", output: text };
  return given(decision?.given ?? text, isError);
}

function given(text: string, isError: boolean): ToolOutcome {
  if (isError || FAILED.test(text)) return failed(text);
  if (STILL_RUNNING.test(text)) return { status: "background", output: text };
  const ended = ENDED.exec(text);
  const exitCode = exitCodeFrom(ended?.[1]);
  if (ended && exitCode !== undefined) return exited(text.slice(ended[0].length), exitCode);
  const ran = RAN.exec(text);
  return done(ran ? text.slice(ran[0].length) : text);
}
