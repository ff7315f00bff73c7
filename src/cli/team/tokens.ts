import { ALL_TEAMS, DEFAULT_TEAM } from "../../team/access.ts";
import { withRecords } from "../../team/open-team.ts";
import { createToken, listTokens, revokeToken, SCOPES, type Scope } from "../../team/records/tokens.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { table } from "../show/table.ts";
import { dirname, join } from "node:path";
import { loadConfig } from "../../config.ts";

interface TokenWish {
  readonly name: string;
  readonly team: string | undefined;
  readonly scope: readonly string[];
  readonly database: string | undefined;
  readonly json: boolean;
}

export async function makeToken({ name, team: given, scope, database, json }: TokenWish, io: Io): Promise<number> {
  const scopes = scopesOption(scope);
  const team = given ?? (scopes.includes("report") ? DEFAULT_TEAM : ALL_TEAMS);
  const wish = { name, team, scopes, now: new Date() };
  const { text, ...token } = await withRecords(recordsPlace(database, io), ({ transaction }) =>
    transaction((query) => createToken(query, wish)),
  );
  if (json) io.out(jsonLine({ ...token, text }));
  else io.out(`${text}\n`);
  return EXIT_DONE;
}

export async function showTokens({ database, json }: Pick<TokenWish, "database" | "json">, io: Io): Promise<number> {
  const tokens = await withRecords(recordsPlace(database, io), ({ query }) => listTokens(query));
  if (json) io.out(jsonLine(tokens));
  else {
    const rows = tokens.map(({ id, name, team, scopes, createdAt }) => [
      id,
      neutralise(name),
      neutralise(team),
      scopes.join(" "),
      createdAt.slice(0, 16).replace("T", " "),
    ]);
    io.out(table([["id", "name", "team", "opens", "made (UTC)"], ...rows], { columns: io.columns, whole: [0, 3] }));
  }
  return EXIT_DONE;
}

export async function takeTokenBack(
  id: string | undefined,
  { database }: Pick<TokenWish, "database">,
  io: Io,
): Promise<number> {
  if (id === undefined)
    throw new CoxError("usage", "the id of a token is needed.", { hint: "cox team tokens lists them." });
  const wasThere = await withRecords(recordsPlace(database, io), ({ transaction }) =>
    transaction((query) => revokeToken(query, id, new Date())),
  );
  if (wasThere) io.out("It opens nothing any more, at the latest in five seconds.\n");
  else io.err(`cox team: there is no token "${neutralise(id)}".\n`);
  return wasThere ? EXIT_DONE : EXIT_FAILED;
}

function scopesOption(given: readonly string[]): readonly Scope[] {
  if (given.length === 0) return ["report"];
  return given.map((word) => {
    const scope = SCOPES.find((each) => each === word);
    if (scope) return scope;
    throw new CoxError("usage", `--scope takes ${SCOPES.join(", ")}, not "${word}".`);
  });
}

/** Where the service's records lie: as named, else beside the store. An address may hold a password: no argument should. */
export function recordsPlace(named: string | undefined, { cwd, env }: Pick<Io, "cwd" | "env">): string {
  const place = named ?? (env["COX_TEAM_DATABASE"] || undefined);
  if (place !== undefined) return place;
  const { config } = loadConfig({ cwd, env, tolerant: true });
  if (config.store.path !== null) return join(dirname(config.store.path), "coxswain-team.db");
  throw new CoxError("usage", "This machine has no home directory to keep anything in.", { hint: "Give --database." });
}
