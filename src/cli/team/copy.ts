import { existsSync } from "node:fs";
import { isPostgres, withRecords } from "../../team/open-team.ts";
import { copyRecords } from "../../team/records/copy.ts";
import { countOf, grouped } from "../../text/amounts.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { EXIT_CANCELLED, EXIT_DONE, type Io } from "../command.ts";

interface CopyWish {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly json: boolean;
}

/** Backup, restore, and the way from a file to Postgres. */
export async function copyHere({ from, to, json }: CopyWish, io: Io): Promise<number> {
  if (!from || !to)
    throw new CoxError("usage", "two places are needed.", { hint: "cox team copy FROM TO: files, or postgres://…." });
  // Opening it would make one, and an empty one is no source.
  if (!isPostgres(from) && !existsSync(from)) throw new CoxError("usage", `${from} does not exist.`);
  const { isTerminal } = io.errScreen;
  const onProgress = (done: number, all: number) => {
    if (isTerminal) io.err(`\r${grouped(done)} of ${countOf(all, "row")}\u001b[K`);
  };
  try {
    const rows = await withRecords(from, (source) =>
      withRecords(to, (target) => copyRecords(source, target, { signal: io.signal, onProgress })),
    );
    if (isTerminal) io.err("\r\u001b[K");
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    if (json) io.out(jsonLine({ copied: all, rows }));
    else
      io.out(
        `Copied ${countOf(all, "row")}, ${countOf(rows["reports"] ?? 0, "report")} among them, to ${shown(to)}.\n`,
      );
    return EXIT_DONE;
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.err("Nothing was copied.\n");
    return EXIT_CANCELLED;
  }
}

/** Without what may be a password. */
function shown(place: string): string {
  return neutralise(isPostgres(place) ? place.replace(/\/\/.*@/, "//").replace(/\?.*/, "") : place);
}
