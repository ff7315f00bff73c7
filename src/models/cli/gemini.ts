import { asRecord, asText, recordFrom } from "../../text/loose.ts";
import { type CliProgram, countsOf } from "./cli-program.ts";

const SYSTEM_FILE = "system.md";

const SETTINGS = {
  hooksConfig: { enabled: false },
  tools: {
    exclude: (
      "list_directory read_file read_many_files grep_search glob google_web_search web_fetch run_shell_command replace " +
      "write_file write_todos save_memory invoke_agent update_topic enter_plan_mode activate_skill ask_user"
    ).split(" "),
  },
  mcp: { allowed: [] },
  telemetry: { enabled: false },
};

/** Gemini CLI without a person. It has no schema for answers, so the prompt asks for it and the answer is checked. */
export const geminiProgram: CliProgram = {
  name: "gemini",
  command: "gemini",
  family: "google",
  call: ({ system, prompt, schema, directory, model }) => ({
    parameters: [
      "--prompt",
      `Answer with one JSON object that fits this JSON schema, and with nothing else: ${JSON.stringify(schema)}`,
      "--output-format",
      "json",
      "--skip-trust",
      "--extensions",
      "none",
      ...(model === undefined ? [] : ["--model", model]),
    ],
    input: prompt,
    files: { [SYSTEM_FILE]: system, ".gemini/settings.json": JSON.stringify(SETTINGS) },
    environment: { GEMINI_SYSTEM_MD: `${directory}/${SYSTEM_FILE}`, GEMINI_CLI_TRUST_WORKSPACE: "true" },
  }),
  read({ stdout, stderr }) {
    const result = recordFrom(stdout) ?? recordFrom(stderr.slice(Math.max(0, stderr.indexOf("\n{"))));
    const models = Object.values(asRecord(asRecord(result?.["stats"])?.["models"]) ?? {});
    const tokens = models.map((model) => asRecord(asRecord(model)?.["tokens"]));
    const usage = countsOf({
      input: tokens.map((counts) => counts?.["prompt"]),
      // Thinking is output, but is counted separately.
      output: tokens.flatMap((counts) => [counts?.["candidates"], counts?.["thoughts"]]),
      cached: tokens.map((counts) => counts?.["cached"]),
      reasoning: tokens.map((counts) => counts?.["thoughts"]),
    });
    const problem = asText(asRecord(result?.["error"])?.["message"]) ?? "";
    if (!result || problem !== "") return { problem: problem || stderr || stdout };
    return { answer: unfenced(asText(result["response"]) ?? ""), usage };
  },
};

function unfenced(text: string): string {
  return /^```(?:json)?[ \t]*\n([\s\S]*?)\n```$/.exec(text.trim())?.[1] ?? text;
}
