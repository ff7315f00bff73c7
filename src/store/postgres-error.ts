import { CoxError, describeError, errorCode } from "../text/errors.ts";

/** Turns an error of Postgres or of the way there into one that a person can act on. */
export function asPostgresError(error: unknown, place: string): CoxError {
  if (error instanceof CoxError) return error;
  const [what, hint] = problemOf(error);
  return new CoxError("store.unavailable", `The store ${place} ${what}.`, { cause: error, hint });
}

/** What may be shown of an address: it may hold a password, also among its parameters. */
export function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : "on Postgres";
}

function problemOf(error: unknown): readonly [what: string, hint: string] {
  const code = errorCode(error) ?? "";
  // Who is refused at each of several addresses has no words of its own.
  const message = describeError(error) || code;
  switch (code) {
    case "28P01":
    case "28000":
      return [`refuses that user (${message})`, "Look at the user and password in the address, or set PGPASSWORD."];
    case "3D000":
      return [`is not there (${message})`, "Create that database, or name another one."];
    case "42501":
      return [
        `may not be used (${message})`,
        "The first start needs CREATE on the database, later ones USAGE on its schema and rights on the tables.",
      ];
    case "25006":
      return [`cannot be written to (${message})`, "Give the address of the primary server."];
    case "53100":
      return ["cannot grow: the disk is full", "Free some space."];
    case "53300":
      return [`takes no more connections (${message})`, "Raise max_connections, or put a pooler before it."];
    case "57014":
      return ["took too long to answer", "Try again; if it stays so, end what holds its locks."];
    default:
      return code.length === SQLSTATE_LENGTH && !code.startsWith("E")
        ? [`does not work (${message})`, "Look into the log of Postgres."]
        : [`cannot be reached (${message})`, "Check that Postgres runs there and that the address is right."];
  }
}

const SQLSTATE_LENGTH = 5;
