import type { Thread } from "../thread/thread.ts";
import { type WrittenRules, writtenRulesIn } from "./written-rules.ts";

const GUIDANCE = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|CONTRIBUTING)\.md$/;

/** The guidance that sessions show: what their host gave to the agent, and what the agent read itself. */
export function guidanceRead(
  threads: Iterable<Thread>,
): readonly { readonly file: string; readonly rules: WrittenRules }[] {
  const found = new Map<string, string>();
  for (const { guidance, turns } of threads) {
    for (const { path, content } of guidance) found.set(nameOf(path), content);
    for (const { action, result } of turns.flatMap(({ steps }) => steps)) {
      const [path, ...others] = action.paths;
      if (action.kind !== "read" || path === undefined || others.length > 0 || !GUIDANCE.test(path)) continue;
      if (result?.status === "done") found.set(nameOf(path), result.output.replaceAll(LINE_NUMBER, ""));
    }
  }
  return [...found].map(([file, text]) => ({ file, rules: writtenRulesIn(text) }));
}

const LINE_NUMBER = /^[ \t]*\d+[→\t|]/gm;

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
