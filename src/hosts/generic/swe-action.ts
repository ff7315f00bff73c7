import { asRecord, asText, recordFrom } from "../../text/loose.ts";

export function toolCall(action: string, state: unknown): { readonly name: string; readonly input: unknown } {
  const [tool = "", first = "", second] = shellWords(action, 3);
  switch (tool) {
    case "str_replace_editor":
      return { name: tool, input: { command: first, path: second, ...flagsIn(action) } };
    case "submit":
      return { name: tool, input: {} };
    case "create":
    case "open":
    case "find_file":
    case "search_file":
    case "search_dir":
      return { name: tool, input: { path: first } };
    case "edit":
      return { name: tool, input: { path: openFile(state), new_string: editedText(action) } };
    default:
      return { name: "bash", input: { command: action.trim() } };
  }
}

function editedText(action: string): string {
  return action.slice(action.indexOf("\n") + 1).replace(/\n?end_of_edit\s*$/, "");
}

/** The file that is open in SWE-agent's editor, which the line about an edit does not name. */
function openFile(state: unknown): string | undefined {
  const record = typeof state === "string" ? recordFrom(state) : asRecord(state);
  return asText(record?.["open_file"]);
}

function flagsIn(action: string): Record<string, string> {
  const words = shellWords(action, 40);
  const flags: Record<string, string> = {};
  for (const [index, word] of words.entries()) {
    const value = words[index + 1];
    if (/^--(?:file_text|old_str|new_str|insert_line|view_range)$/.test(word) && value !== undefined) {
      flags[word.slice(2)] = value;
    }
  }
  return flags;
}

function shellWords(line: string, limit: number): string[] {
  const words: string[] = [];
  let word = "";
  let started = false;
  let quote = "";
  for (let index = 0; index < line.length && words.length < limit; index += 1) {
    const character = line[index] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (character === "\\" && quote === '"') word += line[(index += 1)] ?? "";
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      started = true;
    } else if (character === "\\") {
      word += line[(index += 1)] ?? "";
      started = true;
    } else if (/\s/.test(character)) {
      if (started) words.push(word);
      word = "";
      started = false;
    } else {
      word += character;
      started = true;
    }
  }
  if (started && words.length < limit) words.push(word);
  return words;
}
