import { describe, expect, it } from "vitest";
import { CoxError } from "../text/errors.ts";
import { asPostgresError, placeOf } from "./postgres-error.ts";

const failing = (code: string, message = "it broke") => Object.assign(new Error(message), { code });

describe("a store on Postgres that does not work", () => {
  it.each<[string, string, Error]>([
    ["refuses that user (it broke)", "PGPASSWORD", failing("28P01")],
    ["refuses that user (it broke)", "PGPASSWORD", failing("28000")],
    ["is not there (it broke)", "Create that database", failing("3D000")],
    ["may not be used (it broke)", "CREATE on the database", failing("42501")],
    ["cannot be written to (it broke)", "primary server", failing("25006")],
    ["cannot grow: the disk is full", "Free some space.", failing("53100")],
    ["takes no more connections (it broke)", "max_connections", failing("53300")],
    ["took too long to answer", "Try again", failing("57014")],
    ["does not work (it broke)", "log of Postgres", failing("XX000")],
    ["does not work (it broke)", "log of Postgres", failing("42P01")],
    ["cannot be reached (it broke)", "Postgres runs there", failing("57P03")],
    ["cannot be reached (it broke)", "Postgres runs there", failing("08006")],
    ["cannot be reached (it broke)", "Postgres runs there", failing("EPIPE")],
    ["cannot be reached (it broke)", "Postgres runs there", new Error("it broke")],
    ["cannot be reached (ECONNREFUSED)", "Postgres runs there", failing("ECONNREFUSED", "")],
  ])("%s, and what to do is said: %s", (what, hint, error) => {
    const told = asPostgresError(error, "postgres://db/app");
    expect(told).toBeInstanceOf(CoxError);
    expect(told).toMatchObject({ code: "store.unavailable", message: `The store postgres://db/app ${what}.` });
    expect(told.hint).toContain(hint);
    expect(told).toHaveProperty("cause", error);
  });

  it("is named without what an address may hide", () => {
    expect(placeOf("postgres://ann:secret@db:5433/app?password=secret&sslmode=require")).toBe("postgres://db:5433/app");
    expect(placeOf("postgres:///app?host=/run/postgresql&password=secret")).toBe("postgres:///app");
    expect(placeOf("postgres://ann:secret@:x/")).toBe("on Postgres");
  });
});
