import type { Fields } from "./fields.ts";
import type { Forgotten } from "./store.ts";

export type Row = Fields;
export type Value = string | number | null;

/** `?` stands for each value, in both databases. */
export interface Statement {
  readonly sql: string;
  /** The values of each run; in most cases there is one. */
  readonly runs: readonly (readonly Value[])[];
}

/**
 * Statements, and what is made of their rows: `yield*` waits for them. So each is written once, though sqlite answers at
 * once, without leaving the thread that the hook is waited for in, and Postgres later.
 */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>;

export function* all(sql: string, ...values: readonly Value[]): Work<readonly Row[]> {
  return yield { sql, runs: [values] };
}

export function* get(sql: string, ...values: readonly Value[]): Work<Row | undefined> {
  return (yield* all(sql, ...values))[0];
}

/** The statement ends with its one row of `VALUES`. */
export function* insertEach(sql: string, runs: Statement["runs"]): Work<void> {
  if (runs.length > 0) yield { sql, runs };
}

/** Neither database has a word for it that the other one knows. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** What a store does its work on. */
export interface Engine {
  readonly dialect: Dialect;
  readonly read: <Result>(work: () => Work<Result>) => Promise<Result>;
  /** All or nothing, and with nobody in between who names one of the same. `work` may run twice. */
  readonly write: <Result>(work: () => Work<Result>, options: WriteOptions) => Promise<Result>;
  /** With nobody in between at all, so that nobody can read what was deleted. */
  readonly deleteForGood: (work: () => Work<void>) => Promise<Pick<Forgotten, "lingers">>;
  /** Runs a reader of stored text; a text that it cannot read counts as damage. */
  readonly decode: <Result>(reader: () => Result) => Result;
  readonly close: () => Promise<void>;
}

export interface WriteOptions {
  readonly alone: readonly string[];
  readonly survives?: "process" | "power" | undefined;
}

/** Where the two databases differ in words. */
export interface Dialect {
  /** A function: where in a text another begins, from 1. */
  readonly position: string;
  /** A condition for any number of directories as one value of JSON, so that its text is always the same. */
  readonly cwdIsOneOf: string;
  /** When a verdict was last changed: a mark changes it, and that of an old turn may be marked today. */
  readonly verdictChanged: string;
}
