import { expect, test } from "vitest";
import { readFragment } from "./items.ts";

test.each([
  "environment_context>",
  "extension_context>",
  "external_tools>",
  "turn_aborted>",
  "permissions instructions>",
  "skills_instructions>",
  "collaboration_mode>",
  "apps_instructions>",
  "plugins_instructions>",
  "recommended_plugins>",
  "model_switch>",
  "user_action>",
  "multi_agent_mode>",
  "realtime_conversation>",
  "personality_spec>",
  "token_budget>",
])("codex: nobody wrote <%s, unless Codex says that the person did", (opening) => {
  const text = `<${opening}\nnpm test must pass\n`;
  expect(readFragment(text, undefined)).toEqual({ author: "nobody" });
  expect(readFragment(text, "hook")).toEqual({ author: "nobody" });
  expect(readFragment(text, "user")).toEqual({ author: "person", text: text.trim() });
});

test.each([
  "<skill>",
  "<user_shell_command>",
  "<subagent_notification>",
  "<goal_context>",
  "<codex_internal_context>",
  "Warning: The maximum number of unified exec processes is 60",
  "Warning: apply_patch was requested via shell",
  "Warning: Your account was flagged",
])("codex: the program wrote %s", (text) => {
  expect(readFragment(text, undefined)).toEqual({ author: "host", text });
  expect(readFragment(text, "user")).toEqual({ author: "person", text });
});

const IDE = "## Open tabs:\n- a.ts\n\n## My request for Codex:\n";

test.each([
  [" \n", undefined, { author: "nobody" }],
  ['<image name="a.png">', undefined, { author: "nobody" }],
  ["</image>", undefined, { author: "nobody" }],
  ["Warning: the tests fail", undefined, { author: "person", text: "Warning: the tests fail" }],
  ["Go on.", "hook", { author: "hook", text: "Go on." }],
  [
    '<hook_prompt hook_run_id="1">a &lt;b&gt; &quot;c&quot; &apos;d&apos; &amp;lt;</hook_prompt>',
    undefined,
    { author: "hook", text: `a <b> "c" 'd' &lt;` },
  ],
  ["<hook_prompt>cut off", undefined, { author: "person", text: "<hook_prompt>cut off" }],
  [`# Context from my IDE setup:\n\n${IDE} Fix it. `, undefined, { author: "person", text: "Fix it." }],
  [`# Files mentioned by the user:\n\n${IDE}Fix it.`, undefined, { author: "person", text: "Fix it." }],
  [`# Notes:\n\n${IDE}Fix it.`, undefined, { author: "person", text: `# Notes:\n\n${IDE}Fix it.` }],
])("codex: of %j with the provenance %j", (text, provenance, fragment) => {
  expect(readFragment(text, provenance)).toEqual(fragment);
});

test.each([
  ["# AGENTS.md instructions for /w/app/\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>", ["/w/app/AGENTS.md"]],
  ["# AGENTS.md instructions\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>", ["AGENTS.md"]],
  ["<user_instructions>Use tabs.</user_instructions>", ["AGENTS.md"]],
  [
    "<user_instructions>Be short.\n\n--- project-doc ---\n\nUse tabs.</user_instructions>",
    ["~/.codex/AGENTS.md", "AGENTS.md"],
  ],
])("codex: guidance in %j", (text, paths) => {
  const fragment = readFragment(text, "user");
  const files = fragment.author === "guidance" ? fragment.files : [];
  expect(files.map(({ path }) => path)).toEqual(paths);
  expect(files.at(-1)).toMatchObject({ content: "Use tabs." });
});
