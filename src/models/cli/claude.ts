import { asRecord, asText, recordFrom } from "../../text/loose.ts";
import { type CliProgram, countsOf } from "./cli-program.ts";

/** Claude Code in print mode. It is told to read no settings, so no hooks, plugins or memory take part. */
export const claudeProgram: CliProgram = {
  name: "claude",
  command: "claude",
  family: "anthropic",
  call: ({ system, prompt, schema, model }) => ({
    parameters: [
      "--print",
      "--output-format",
      "json",
      "--tools",
      "",
      "--strict-mcp-config",
      "--setting-sources",
      "",
      "--settings",
      JSON.stringify({ disableAllHooks: true }),
      "--no-session-persistence",
      "--json-schema",
      JSON.stringify(schema),
      "--system-prompt",
      system,
      ...(model === undefined ? [] : ["--model", model]),
    ],
    input: prompt,
  }),
  read({ stdout, stderr }) {
    const result = recordFrom(stdout);
    if (!result) return { problem: stderr || stdout };
    const used = asRecord(result["usage"]);
    const usage = countsOf({
      input: [used?.["input_tokens"], used?.["cache_creation_input_tokens"], used?.["cache_read_input_tokens"]],
      output: used?.["output_tokens"],
      cached: used?.["cache_read_input_tokens"],
      cacheWrite: used?.["cache_creation_input_tokens"],
    });
    if (result["is_error"] === true) return { problem: asText(result["result"]) ?? "", usage };
    const structured = result["structured_output"];
    return { answer: structured === undefined ? (asText(result["result"]) ?? "") : JSON.stringify(structured), usage };
  },
};
