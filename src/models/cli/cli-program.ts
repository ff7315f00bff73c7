import type { JsonSchema } from "../json-schema.ts";
import type { TokenCounts } from "../model.ts";

/** One question to a program that a person has logged in to. */
export interface CliQuestion {
  readonly system: string;
  readonly prompt: string;
  /** What the answer has to be. */
  readonly schema: JsonSchema;
  /** Empty but for what the program needs; it is started there. */
  readonly directory: string;
  /** The model it should use; its own choice where absent. */
  readonly model: string | undefined;
}

/** How to start it: once, without tools, hooks or memory. */
export interface CliCall {
  readonly parameters: readonly string[];
  readonly input: string;
  /** Files to write before, by their path in the directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a run of it left. */
export interface CliOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** A file of the directory; empty where it was not written. */
  readonly file: (path: string) => string;
}

/** `answer` is JSON text that has not been checked; `problem` is what the program said instead. */
export type CliAnswer =
  | { readonly answer: string; readonly usage?: TokenCounts }
  | { readonly problem: string; readonly usage?: TokenCounts };

/** An agent's own program, used as a model: the person's login is the key. */
export interface CliProgram {
  readonly name: string;
  readonly command: string;
  readonly family: string;
  call(question: CliQuestion): CliCall;
  read(output: CliOutput): CliAnswer;
}
