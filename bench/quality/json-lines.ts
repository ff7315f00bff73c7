import { readFileSync } from "node:fs";
import * as z from "zod/mini";

/** Reads one JSON object per line. An unreadable line is an error: a score must not rest on guesses. */
export function readLines<Row>(file: string, schema: z.ZodMiniType<Row>, what: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      line.trim() === "" ? [] : [readLine(line, schema, `${file}:${index + 1} is no ${what}`)],
    );
}

function readLine<Row>(line: string, schema: z.ZodMiniType<Row>, complaint: string): Row {
  const row = schema.safeParse(parseJson(line));
  if (!row.success) throw new Error(`${complaint}: ${z.prettifyError(row.error)}`);
  return row.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
