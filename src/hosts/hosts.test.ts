import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { HOSTS, hostNamed, recognisesDocument } from "./hosts.ts";
import { openTranscript } from "./open-transcript.ts";

const fixtures = fileURLToPath(new URL("../../test/fixtures", import.meta.url));
const cases = HOSTS.flatMap(({ name }) =>
  readdirSync(join(fixtures, name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({
      host: name,
      path: transcriptIn(join(fixtures, name, entry.name)),
      name: `${name}/${entry.name}`,
    })),
);

/** Claude Code's notes about a subagent could be Qwen Code's, so Qwen Code is asked first. */
const ASKED_FIRST: Readonly<Record<string, readonly string[]>> = { "qwen-code/subagent": ["claude-code"] };

describe("whose transcript it is", () => {
  test("the names are those of the command line, each once", () => {
    expect(HOSTS.map(({ name }) => name).toSorted()).toEqual([
      "ai-sdk",
      "anthropic",
      "atif",
      "claude-code",
      "codex",
      "copilot",
      "cursor",
      "gemini-cli",
      "openai",
      "opencode",
      "pi",
      "qwen-code",
      "swe-agent",
    ]);
    for (const host of HOSTS) expect(hostNamed(host.name)).toBe(host);
  });

  test.each(cases)("$name is recognised by its content, by its host and by no other", ({ host, path, name }) => {
    expect(openTranscript(path).host.name).toBe(host);
    const claimed = HOSTS.filter((each) => claims(each, path)).map((each) => each.name);
    expect(claimed.toSorted()).toEqual([host, ...(ASKED_FIRST[name] ?? [])].toSorted());
  });
});

function transcriptIn(folder: string): string {
  const lines = join(folder, "transcript.jsonl");
  return existsSync(lines) ? lines : join(folder, "transcript.json");
}

function claims(host: (typeof HOSTS)[number], path: string): boolean {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".json")) return recognisesDocument(host, JSON.parse(text));
  return host.detect(text.split("\n").flatMap(parsed));
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
