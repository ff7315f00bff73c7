import { asRecord, asText, recordFrom } from "../../text/loose.ts";
import { type CliProgram, countsOf } from "./cli-program.ts";

const SCHEMA_FILE = "schema.json";
const ANSWER_FILE = "answer.json";
/** Features to turn off. As settings, because Codex refuses a flag for a feature that it does not know. */
const OFF = ["hooks", "shell_tool", "plugins", "apps", "goals", "image_generation", "browser_use", "computer_use"];

/** Codex without a person. Its configuration is not read, but its login is. */
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
    const events = stdout.split("\n").map((line) => recordFrom(line) ?? {});
    const used = asRecord(events.findLast((event) => event["type"] === "turn.completed")?.["usage"]);
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
      problem: asText(failed?.["message"]) || asText(asRecord(failed?.["error"])?.["message"]) || stderr,
      usage,
    };
  },
};
