import { openPostgres } from "../../store/postgres-database.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import type { Database } from "./database.ts";
import { migrationsFor } from "./schema.ts";

/** Any number of servers and workers may share it. */
export async function openPostgresRecords(address: string): Promise<Database> {
  try {
    const database = await openPostgres(address, { name: "coxswain", steps: migrationsFor("postgres") });
    return { dialect: "postgres", ...database };
  } catch (cause) {
    if (cause instanceof CoxError) throw cause;
    throw new CoxError("store.unavailable", `Postgres cannot be used: ${describeError(cause)}.`, {
      cause,
      hint: "Look at the address given with --database, and whether it may create a schema there.",
    });
  }
}
