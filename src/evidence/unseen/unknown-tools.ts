import { fieldsOf } from "../../thread/tool-input.ts";

/** The texts in the input of an unknown tool, at any depth; bounded, since the input may have any shape. */
export function inputTexts(input: unknown): readonly string[] {
  const texts: string[] = [];
  collect(typeof input === "string" ? jsonOr(input) : input, 0, texts);
  return texts;
}

/** True for a tool that only talks to people or to a tracker: its input is neither run nor written into files. */
export function talks(tool: string): boolean {
  return /(?:^|_)ask|question|memory|todo|issue|comment|(?<!p)review|(?:create|update|merge)_pull_request|branch/i.test(
    tool,
  );
}

const DEEPEST = 5;
const MOST = 200;

function jsonOr(text: string): unknown {
  const fields = fieldsOf(text);
  return Object.keys(fields).length > 0 ? fields : text;
}

function collect(value: unknown, depth: number, texts: string[]): void {
  if (texts.length >= MOST) return;
  if (typeof value === "string") texts.push(value);
  else if (typeof value === "object" && value !== null && depth < DEEPEST)
    for (const inner of Object.values(value)) collect(inner, depth + 1, texts);
}
