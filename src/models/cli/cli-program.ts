import type { JsonSchema } from "../arguments.ts";
import type { TokenCounts } from "../model.ts";

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
