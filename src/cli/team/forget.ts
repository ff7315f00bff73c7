import { withRecords } from "../../team/open-team.ts";
import { countReports, forgetReports, type ForgetReports } from "../../team/records/forget.ts";
import { noteChange } from "../../team/records/policy.ts";
import { countOf } from "../../text/amounts.ts";
import { agrees, EXIT_CANCELLED, EXIT_DONE, expectAnswer, type Io } from "../command.ts";
import { sinceOption } from "../options/parse-options.ts";
import { recordsPlace } from "./records-place.ts";

interface ForgetWish extends Pick<ForgetReports, "team" | "repository" | "machine"> {
  readonly "older-than": string | undefined;
  readonly database: string | undefined;
  readonly "dry-run": boolean;
  readonly yes: boolean;
}

/** Out of the service's records, where they lie: whoever may read that file or database may also clear it. */
export async function forgetHere(wish: ForgetWish, io: Io): Promise<number> {
  const { "older-than": age, "dry-run": dryRun, yes, team, repository, machine } = wish;
  const before = age === undefined ? undefined : sinceOption("--older-than", age, new Date());
  const filter = { before, team, repository, machine };
  expectAnswer({ yes, dryRun, json: false }, io, "be deleted");
  return withRecords(recordsPlace(wish.database, io), async (database) => {
    const count = await countReports(database, filter);
    if (dryRun) io.out(`${countOf(count, "report")} would be deleted. This was a dry run.\n`);
    if (dryRun) return EXIT_DONE;
    if (!yes && !(await agrees(io, `Delete ${countOf(count, "report")} for good?`, "no"))) {
      io.err("Nothing was deleted.\n");
      return io.signal.aborted ? EXIT_CANCELLED : EXIT_DONE;
    }
    const forgotten = await forgetReports(database, filter);
    // How many, and not of whom: that would keep the name.
    await database.transaction((query) => noteChange(query, "command line", "forget", String(forgotten), new Date()));
    io.out(`Deleted ${countOf(forgotten, "report")}, and took them out of the sums.\n`);
    return EXIT_DONE;
  });
}
