import { expect, test } from "vitest";
import { attachedGuidance, guidanceRead, quotedGuidance, withoutLineNumbers } from "./guidance.ts";

test.each([
  ["Read", { file_path: "/w/CLAUDE.md" }, "/w/CLAUDE.md"],
  ["Read", { file_path: "/w/a.ts" }, undefined],
  ["Read", { file_path: "/w/CLAUDE.md", offset: 1 }, undefined],
  ["Read", { file_path: "/w/CLAUDE.md", limit: 9 }, undefined],
  ["Write", { file_path: "/w/CLAUDE.md" }, undefined],
])("claude-code: %s of %j shows the guidance file %j", (tool, input, path) => {
  expect(guidanceRead(tool, input)).toBe(path);
});

test("claude-code: the numbers of lines are taken off in both forms", () => {
  expect(withoutLineNumbers("     1→# Use tabs\n    12\t3 → 4")).toBe("# Use tabs\n3 → 4");
});

const FILE = { path: "/w/CLAUDE.md", content: "Use tabs." };
const QUOTED = "Contents of /w/CLAUDE.md (project instructions, checked into the codebase):\n\nUse tabs.\n";

test.each([
  [{ type: "nested_memory", path: "/w/CLAUDE.md", content: { content: "Use tabs." } }, ["/w/CLAUDE.md"]],
  [{ type: "nested_memory", path: "/w/CLAUDE.md", content: "Use tabs." }, ["/w/CLAUDE.md"]],
  [{ type: "nested_memory", path: "/w/CLAUDE.md", content: { content: "" } }, []],
  [{ type: "nested_memory", content: "Use tabs." }, []],
  [{ type: "instructions", files: [FILE, { ...FILE, type: "AutoMem" }] }, ["/w/CLAUDE.md"]],
  [{ type: "instructions", content: QUOTED }, ["/w/CLAUDE.md"]],
  [{ type: "session_context", context: { claudeMd: QUOTED } }, ["/w/CLAUDE.md"]],
  [{ type: "todo", content: QUOTED }, []],
])("claude-code: guidance in the attachment %j", (attachment, paths) => {
  expect(attachedGuidance(attachment).map(({ path }) => path)).toEqual(paths);
});

test("claude-code: quoted guidance ends where the next begins, and its folder may have brackets", () => {
  const text = `Contents of /w/Dropbox (Team)/CLAUDE.md (project instructions):\n\nUse tabs.\n\n${QUOTED}`;
  expect(quotedGuidance(`${text}\nContents of /w/AGENTS.md:\nBe short.`)).toMatchObject([
    { path: "/w/Dropbox (Team)/CLAUDE.md", content: "Use tabs." },
    { path: "/w/CLAUDE.md", content: "Use tabs." },
    { path: "/w/AGENTS.md", content: "Be short." },
  ]);
});
