import { ALL_TEAMS, DEFAULT_TEAM } from "./access.ts";
import { type Database, openSqliteRecords } from "./records/database.ts";
import { createToken, listTokens, SCOPES } from "./records/tokens.ts";

export function isPostgres(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place);
}

/** A file, or Postgres where an address of one is given. */
export async function openRecords(place: string): Promise<Database> {
  if (!isPostgres(place)) return openSqliteRecords(place);
  const { openPostgresRecords } = await import("./records/postgres.ts");
  return openPostgresRecords(place);
}

export async function withRecords<Result>(
  place: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openRecords(place);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

export interface FirstTokens {
  /** Opens every door. */
  readonly all: string;
  /** For the machines, which need no more. */
  readonly report: string;
}

/** Undefined when there are tokens already. */
export async function firstTokens(database: Database, now: Date): Promise<FirstTokens | undefined> {
  return database.transaction(async (query) => {
    // Of two servers that start at the same time, one has something to show.
    if (database.dialect === "postgres") await query("LOCK TABLE tokens IN SHARE ROW EXCLUSIVE MODE");
    if ((await listTokens(query)).length > 0) return undefined;
    const { text: all } = await createToken(query, { name: "first", team: ALL_TEAMS, scopes: SCOPES, now });
    const machines = { name: "machines", team: DEFAULT_TEAM, scopes: ["report"], now } as const;
    return { all, report: (await createToken(query, machines)).text };
  });
}
