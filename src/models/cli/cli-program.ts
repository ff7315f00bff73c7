import type { JsonSchema } from "../arguments.ts";
import type { TokenCounts } from "../model.ts";
import { asRecord, asText, recordFrom } from "../../text/loose.ts";

export interface CliQuestion {
  readonly system: string;
  readonly prompt: string;
  readonly schema: JsonSchema;
  readonly directory: string;
  /** The model that it should use; when absent, it chooses itself. */
  readonly model: string | undefined;
}

/** How to start it: for one answer, without tools, hooks or memory. */
export interface CliCall {
  readonly parameters: readonly string[];
  readonly input: string;
  /** Files to write first, by their path in the directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CliOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly file: (path: string) => string;
}

export type CliAnswer =
  | { readonly answer: string; readonly usage?: TokenCounts }
  | { readonly problem: string; readonly usage?: TokenCounts };

/** An agent's own program, used as a model: the person's login replaces a key. */
export interface CliProgram {
  readonly name: string;
  readonly command: string;
  readonly family: string;
  call(question: CliQuestion): CliCall;
  read(output: CliOutput): CliAnswer;
}

/** Numbers, or lists of numbers to be summed. */
interface Counted {
  readonly input: unknown;
  readonly output: unknown;
  readonly cached?: unknown;
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
}

export function countsOf({ input, output, cached, cacheWrite, reasoning }: Counted): TokenCounts {
  return {
    inputTokens: sum(input),
    outputTokens: sum(output),
    cachedInputTokens: sum(cached),
    cacheWriteTokens: sum(cacheWrite),
    reasoningTokens: sum(reasoning),
  };
}

function sum(value: unknown): number {
  const numbers = Array.isArray(value) ? value : [value];
  return numbers.reduce<number>((total, each) => total + (typeof each === "number" && each > 0 ? each : 0), 0);
}

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
