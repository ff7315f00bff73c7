import { availableParallelism } from "node:os";
import { composeAsker } from "../../compose/asking.ts";
import { withRecords } from "../../team/open-team.ts";
import { jsonLine } from "../../text/json.ts";
import { EXIT_DONE } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { judgeUntil, wholeOption } from "../team/judge-until.ts";
import { recordsPlace } from "../team/tokens.ts";

export const command = defineCommand({
  name: "worker",
  usage: ["worker [--database FILE|postgres://…] [--slots N] [--json]"],
  options: [
    ["--database PLACE", "the service's records, as in cox serve"],
    ["--slots N", "how many transcripts it judges at a time (default: one for each processor)"],
    ["--json", "what it works on as one line of JSON"],
  ],
  words: 0,
  examples: [
    "cox worker --database postgres://cox@db.internal/coxswain --slots 4",
    "# the log goes to standard error, a line of JSON for each job; Ctrl-C ends it when what is at hand is done or given back",
  ],
  async run({ values }, io) {
    const slots = wholeOption("--slots", values.slots ?? String(availableParallelism()), 1, 64);
    const asker = composeAsker(io.env, io.cwd);
    return withRecords(recordsPlace(values.database, io), async (database) => {
      if (values.json) io.out(jsonLine({ database: database.dialect, slots, asks: asker?.models ?? [] }));
      else io.out(`Judging transcripts of the records on ${database.dialect}, ${slots} at a time.\n`);
      await judgeUntil({ database, slots, asker, io });
      return EXIT_DONE;
    });
  },
});
