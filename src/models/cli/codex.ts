import { fromJson } from "../../json.ts";
import type { CliProgram } from "./cli-program.ts";
import { countsOf, recordIn, textIn } from "./cli-output.ts";

const SCHEMA_FILE = "schema.json";
const ANSWER_FILE = "answer.json";
/** What it would otherwise bring along. As settings, because it refuses a flag for a feature that it does not know. */
const OFF = ["hooks", "shell_tool", "plugins", "apps", "goals", "image_generation", "browser_use", "computer_use"];

/** Codex without a person at it. Its configuration is not read, its login is. */
export const codexProgram: CliProgram = {
  name: "codex",
  command: "codex",
  family: "openai",
  call: ({ system, prompt, schema, directory, model }) => ({
    parameters: [
      "exec",
      "--json",
      "--ephemeral",
      "--skip-git-repo-check",
      "--ignore-user-config",
      "--ignore-rules",
      "--sandbox",
      "read-only",
      ...OFF.flatMap((feature) => ["--config", `features.${feature}=false`]),
      "--output-schema",
      SCHEMA_FILE,
      "--output-last-message",
      ANSWER_FILE,
      "--cd",
      directory,
      ...(model === undefined ? [] : ["--model", model]),
      "-",
    ],
    input: `${system}\n\n${prompt}`,
    files: { [SCHEMA_FILE]: JSON.stringify(schema) },
  }),
  read({ stdout, stderr, exitCode, file }) {
    const events = stdout.split("\n").map((line) => recordIn(fromJson(line)) ?? {});
    const used = recordIn(events.findLast((event) => event["type"] === "turn.completed")?.["usage"]);
    const usage = countsOf({
      input: [used?.["input_tokens"]],
      output: used?.["output_tokens"],
      cached: used?.["cached_input_tokens"],
      reasoning: used?.["reasoning_output_tokens"],
    });
    const answer = file(ANSWER_FILE);
    if (exitCode === 0 && answer !== "") return { answer, usage };
    const failed = events.findLast((event) => event["type"] === "error" || event["type"] === "turn.failed");
    return {
      problem: textIn(failed?.["message"]) || textIn(recordIn(failed?.["error"])?.["message"]) || stderr,
      usage,
    };
  },
};
