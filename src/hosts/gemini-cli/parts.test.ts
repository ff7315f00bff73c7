import { expect, it } from "vitest";
import { contextFiles, imagesIn, outcomeOf, partsOf, textIn, thoughtsIn, readShellReport } from "./parts.ts";

const file = (path: string, content: string) =>
  `--- Context from: ${path} ---\n${content}\n--- End of Context from: ${path} ---`;

it("finds every guidance file that hangs on an answer", () => {
  const files = contextFiles(
    `done\n\n${file("GEMINI.md", "Be short.")}\n\n${file("web/GEMINI.md", "Use tabs.\n\nNo pnpm.")}`,
  );
  expect(files).toMatchObject([
    { path: "GEMINI.md", content: "Be short." },
    { path: "web/GEMINI.md", content: "Use tabs.\n\nNo pnpm." },
  ]);
});

it.each([
  ["the same file", () => "a"],
  ["many files", (index: number) => `a${index}`],
])("is not held up by headings of %s without an end", (_, name) => {
  const text = Array.from({ length: 40_000 }, (_each, index) => `--- Context from: ${name(index)} ---\n`).join("");
  const before = process.cpuUsage();
  expect(contextFiles(text)).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_000);
});

it.each([
  ["words", "words"],
  [{ text: "words" }, "words"],
  [["wo", { text: "rds" }, { inlineData: {} }, 7, null], "words"],
  [[{ text: "I think", thought: true }, { text: " words\n" }], "words"],
  [undefined, ""],
])("gemini-cli: what is said in %j", (content, words) => {
  expect(textIn(partsOf(content))).toBe(words);
});

it("gemini-cli: images are told by their kind, wherever they lie", () => {
  const parts = partsOf([
    { inlineData: { mimeType: "image/png" } },
    { fileData: { mimeType: "image/jpeg" } },
    { inlineData: { mimeType: "audio/wav" } },
  ]);
  expect(imagesIn(parts).map(({ mediaType }) => mediaType)).toEqual(["image/png", "image/jpeg"]);
});

it.each([
  ["read_file", "success", "Output: a\nExit Code: 1", { status: "done", output: "Output: a\nExit Code: 1" }],
  ["run_shell_command", "success", "Output: a\nExit Code: 1", { status: "error", output: "a", exitCode: 1 }],
  ["run_shell_command", "success", "no report", { status: "done", output: "no report" }],
  ["run_shell_command", "error", "Output: a", { status: "error", output: "Output: a" }],
  ["edit", "cancelled", "User did not allow tool call", { status: "rejected" }],
  ["edit", "cancelled", "the request was aborted", { status: "interrupted" }],
  ["edit", "executing", "", undefined],
  ["edit", undefined, "", undefined],
])("gemini-cli: %s that is %j and says %j", (tool, status, text, outcome) => {
  expect(outcomeOf(tool, status, text)).toEqual(outcome && { output: text, ...outcome });
});

it("gemini-cli: thoughts are told with their subject, where they have one", () => {
  expect(thoughtsIn([{ subject: "Plan", description: "Look first" }, { description: "Then act" }, {}, 7])).toBe(
    "Plan: Look first\nThen act",
  );
});

it.each([
  ["Output: a\nb", { status: "done", output: "a\nb", exitCode: 0 }],
  ["Output: a\nExit Code: 2", { status: "error", output: "a", exitCode: 2 }],
  ["Output: (empty)\nExit Code: 1\nProcess Group PGID: 7", { status: "error", output: "(empty)", exitCode: 1 }],
  [
    "Command: a\nDirectory: b\nStdout: c\nStderr: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)",
    { status: "done", exitCode: 0 },
  ],
  ["Command: a\nOutput: b\nExit Code: (none)\nSignal: 15", { status: "error", output: "b" }],
  [
    "Output: > test\nError: no test specified\nExit Code: 1",
    { output: "> test\nError: no test specified", exitCode: 1 },
  ],
  ["Command: a\nStdout: b\nStderr: boom\nError: (none)\nExit Code: 1", { output: "b\nStderr: boom", exitCode: 1 }],
  ["Output: b\nSignal: SIGKILL", { status: "error", output: "b" }],
  ["Output: b\nSignal: 0", { status: "done", exitCode: 0 }],
  ["Output: b\nExit Code: (none)", { status: "error", output: "b" }],
  ["Output: 1\nExit Code: 0\nExit Code: 4", { status: "error", exitCode: 4 }],
  ["Output: Exit Code: 4", { status: "done", output: "Exit Code: 4", exitCode: 0 }],
  ["<untrusted_context>\nOutput: a\nExit Code: 2\n</untrusted_context>", { exitCode: 2 }],
  ["Command timed out after 5 minutes", { status: "timed-out" }],
  ["Command was automatically cancelled because it exceeded the timeout", { status: "timed-out" }],
  ["Command was cancelled by user before it could complete.", { status: "interrupted" }],
  ["Command was cancelled by the user", { status: "interrupted" }],
  ["Command was aborted", { status: "interrupted" }],
  ["Command moved to background (PID: 1)", { status: "background" }],
  ["Command was moved to the background", { status: "background" }],
  ["Command promoted to background", { status: "background" }],
  ["Background command started", { status: "background" }],
  ["Background shell started", { status: "background" }],
  ["Command started in the background", { status: "background" }],
])("gemini-cli: the report %j", (text, outcome) => {
  const read = readShellReport(text);
  expect(read).toMatchObject(outcome);
  expect(read?.exitCode).toBe("exitCode" in outcome ? outcome.exitCode : undefined);
});

it.each(["words", "words\nOutput: a", "Commands: a\nOutput: b"])("gemini-cli: %j is no report", (text) => {
  expect(readShellReport(text)).toBeUndefined();
});
