import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { falseDone, teamReport } from "../../../test/support/team-report.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { command } from "../../cli/commands/team.ts";
import { firstTokens, withRecords } from "../open-team.ts";
import { TABLES } from "./copy.ts";
import { writeReports } from "./write-reports.ts";

const copy = (...args: string[]) => runCommand(command, ["copy", ...args], { env: {}, cwd: "/" });

async function filled(name: string): Promise<string> {
  const place = join(temporaryDirectory(), name);
  await withRecords(place, async (database) => {
    await firstTokens(database, new Date());
    const reports = Array.from({ length: 60 }, () => [teamReport(), falseDone()]).flat();
    await database.transaction((query) =>
      writeReports(
        query,
        reports.map((report) => ({ team: "default", report })),
        new Date(),
      ),
    );
    // Keys with a gap stay what they are.
    await database.transaction((query) => query("DELETE FROM reports WHERE key < 5"));
  });
  return place;
}

const rowsIn = (place: string) =>
  withRecords(place, async ({ query }) => Promise.all(TABLES.map((table) => query(`SELECT rowid, * FROM ${table}`))));

it("knows every table that there is", async () => {
  const tables = await withRecords(join(temporaryDirectory(), "new.db"), ({ query }) =>
    query("SELECT name FROM sqlite_master WHERE type = 'table'"),
  );
  expect(tables.map(({ name }) => String(name)).toSorted()).toEqual(TABLES.toSorted());
});

it("copies every row, keys included, into a file of one's own", async () => {
  const [from, to] = [await filled("from.db"), join(temporaryDirectory(), "to.db")];
  const { out } = await copy(from, to);
  expect(out).toMatch(/^Copied \d+ rows, 116 reports among them, to .*to\.db\.\n$/);
  expect(await rowsIn(to)).toEqual(await rowsIn(from));
  expect(statSync(to).mode & 0o777).toBe(0o600);
  const again = await copy(to, join(temporaryDirectory(), "again.db"), "--json");
  expect(Object(JSON.parse(again.out))).toMatchObject({ rows: { reports: 116, tokens: 2, jobs: 0 } });
});

it("changes nothing where there are records, and takes none for a backup where there are none", async () => {
  const [from, full] = [await filled("from.db"), await filled("full.db")];
  const before = await rowsIn(full);
  await expect(copy(from, full)).rejects.toThrow("There are records already where they are to be copied to (reports");
  expect(await rowsIn(full)).toEqual(before);
  const missing = join(temporaryDirectory(), "missing.db");
  await expect(copy(missing, join(temporaryDirectory(), "to.db"))).rejects.toThrow("missing.db does not exist");
  await withRecords(missing, async () => undefined);
  await expect(copy(missing, join(temporaryDirectory(), "to.db"))).rejects.toThrow("no records to copy");
  await expect(copy(from)).rejects.toThrow("two places are needed");
});

it("ends at Ctrl-C with nothing copied", async () => {
  const [from, to] = [await filled("from.db"), join(temporaryDirectory(), "to.db")];
  const io = { env: {}, cwd: "/", signal: AbortSignal.abort() };
  expect(await runCommand(command, ["copy", from, to], io)).toMatchObject({ code: 130, err: "Nothing was copied.\n" });
  expect((await rowsIn(to)).flat()).toEqual([]);
});
