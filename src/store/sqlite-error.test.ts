import { describe, expect, it } from "vitest";
import { CoxError } from "../text/errors.ts";
import { asStoreError, isBusy } from "./sqlite-error.ts";

const failing = (facts: object) => Object.assign(new Error("it broke"), facts);
const file = (code: string) => failing({ code, syscall: "open" });
/** The upper bytes say more about the same. */
const sqlite = (errcode: number) => failing({ code: "ERR_SQLITE_ERROR", errcode: errcode + 0x300 });

describe("a store that does not work", () => {
  it.each<[string, string, Error]>([
    ["is locked by another process", "end the program that holds it", sqlite(5)],
    ["is locked by another process", "end the program that holds it", sqlite(6)],
    ["is locked by another process", "end the program that holds it", sqlite(15)],
    ["cannot be written to", "Check that you own it", sqlite(8)],
    ["cannot be read or written (it broke)", "Check the disk", sqlite(10)],
    ["is damaged or no database", "Move it away", sqlite(11)],
    ["is damaged or no database", "Move it away", sqlite(26)],
    ["cannot grow: the disk is full", "Free some space.", sqlite(13)],
    ["cannot be opened", "you may read and write it", sqlite(14)],
    ["does not work (it broke)", "move it away", sqlite(1)],
    ["is closed", "Open it again.", failing({ code: "ERR_INVALID_STATE" })],
    ["may not be created or opened", "Check the rights on its directory", file("EACCES")],
    ["may not be created or opened", "Check the rights on its directory", file("EPERM")],
    ["may not be created or opened", "Check the rights on its directory", file("EROFS")],
    ["cannot be created: the disk is full", "Free some space.", file("ENOSPC")],
    ["cannot be created: the disk is full", "Free some space.", file("EDQUOT")],
    ["lies below something that is no directory", "to another file", file("ENOTDIR")],
    ["cannot be created or opened (it broke)", "to another file", file("EMFILE")],
  ])("%s, and what to do is said: %s", (what, hint, error) => {
    const told = asStoreError(error, "/s.db");
    expect(told).toBeInstanceOf(CoxError);
    expect(told).toMatchObject({ message: `The store /s.db ${what}.`, hint: expect.stringContaining(hint) });
    expect(told).toHaveProperty("cause", error);
    expect(isBusy(error)).toBe(what.startsWith("is locked"));
  });

  it("is not what a fault of our own is taken for", () => {
    const others = [
      failing({}),
      failing({ code: "E" }),
      failing({ syscall: "open" }),
      new CoxError("usage", "no"),
      "no",
    ];
    for (const error of others) expect(asStoreError(error, "/s.db")).toBe(error);
  });
});
