import { withoutElement } from "../reading/content.ts";
import { asRecord, asText, asWord, type Loose } from "../../text/loose.ts";

const TOOLS =
  "execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace apply_patch search_files list_files list_code_definition_names codebase_search browser_action web_fetch use_mcp_tool access_mcp_resource new_task update_todo_list switch_mode attempt_completion ask_followup_question plan_mode_respond plan_mode_response";
const OPENING = new RegExp(`<(${TOOLS.replaceAll(" ", "|")})>`, "g");

/** Tools with which the agent only speaks to the person and then stops, and the field with the words. */
const SPOKEN: Readonly<Record<string, string>> = {
  attempt_completion: "result",
  ask_followup_question: "question",
  plan_mode_respond: "response",
  plan_mode_response: "response",
};

export function speaks(tool: string): boolean {
  return Object.hasOwn(SPOKEN, tool);
}

export function spokenIn({ type, name, input }: Loose): string | undefined {
  const tool = asWord(name);
  const field = type === "tool_use" && speaks(tool) ? SPOKEN[tool] : undefined;
  return field === undefined ? undefined : (asText(asRecord(input)?.[field]) ?? "");
}

/** The blocks in a text. Models without native tool calls write their calls as elements in their text. */
export function callsInText(text: string, id: string): readonly Loose[] {
  const calls: Loose[] = [];
  let words = "";
  let from = 0;
  const unclosed = new Set<string>();
  for (const { 0: open, 1: name = "", index } of text.matchAll(OPENING)) {
    if (index < from || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    words += text.slice(from, index);
    from = end + name.length + 3;
    const input = parametersIn(text.slice(index + open.length, end));
    calls.push(olderInput({ type: "tool_use", id: `${id}:${calls.length}`, name, input }));
  }
  const said = withoutElement(words + text.slice(from), "thinking").trim();
  return said === "" ? calls : [{ type: "text", text: said }, ...calls];
}

function parametersIn(text: string): Loose {
  const parameters: [string, string][] = [];
  const opening = /<(\w{1,40})>/g;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const { 0: tag, 1: name = "", index } = open;
    const start = index + tag.length;
    const close = `</${name}>`;
    // The text for a file may contain such an element itself, so the last closing tag counts.
    const end = name === "content" || name === "diff" ? text.lastIndexOf(close) : text.indexOf(close, start);
    if (end < start) break;
    parameters.push([name, text.slice(start, end).replace(/^\n/, "").replace(/\n$/, "")]);
    opening.lastIndex = end + close.length;
  }
  return Object.fromEntries(parameters);
}

export function olderInput(block: Loose): Loose {
  const input = asRecord(block["input"]);
  if (block["type"] !== "tool_use" || !input) return block;
  const { absolutePath, diff, ...rest } = input;
  const path = absolutePath === undefined ? {} : { path: absolutePath };
  const edits = typeof diff === "string" ? replacementsIn(diff) : [];
  const changed = edits.length > 0 ? { edits } : diff === undefined ? {} : { diff };
  return { ...block, input: { ...rest, ...path, ...changed } };
}

const SEARCH = /^(?:<{3,}|-{3,}) SEARCH>?$/;
const BETWEEN = /^={3,}$/;
const REPLACE = /^(?:>{3,}|\+{3,}) REPLACE>?$/;
const PLACE = /^:(?:start|end)_line: ?\d+$|^-{7}$/;

function replacementsIn(diff: string): Loose[] {
  const edits: Loose[] = [];
  let search: string[] | undefined;
  let replace: string[] | undefined;
  for (const line of diff.split("\n")) {
    if (SEARCH.test(line)) [search, replace] = [[], undefined];
    else if (search && !replace && BETWEEN.test(line)) replace = [];
    else if (search && replace && REPLACE.test(line)) {
      edits.push({ search: search.join("\n"), replace: replace.join("\n") });
      [search, replace] = [undefined, undefined];
    } else if (replace) replace.push(line);
    else if (search && !(search.length === 0 && PLACE.test(line))) search.push(line);
  }
  return edits;
}
