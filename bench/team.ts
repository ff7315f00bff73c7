/**
 * What the team's service can carry: `npm run bench:team [-- --machines N] [--seconds N] [--rows N] [--jobs N]`. Machines
 * that each report once a second to one server on one sqlite file, jobs on a Postgres (beside the same jobs on pg-boss,
 * by the same loop), what a report takes on the disk, and each view of the dashboard over many rows. The service runs in a process of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureLoad } from "./team/load.ts";
import { measureQueues } from "./team/queues.ts";
import { measureSize } from "./team/size.ts";
import { measureViews } from "./team/views.ts";

const { values } = parseArgs({
  options: {
    machines: { type: "string", default: "1000" },
    seconds: { type: "string", default: "60" },
    rows: { type: "string", default: "5000000" },
    jobs: { type: "string", default: "5000" },
    only: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "cox-bench-team-"));
const parts = {
  load: () => measureLoad(join(folder, "load.db"), Number(values.machines), Number(values.seconds)),
  queues: () => measureQueues(Number(values.jobs)),
  size: () => measureSize(join(folder, "size.db"), Math.min(200_000, Number(values.rows))),
  views: () => measureViews(join(folder, "views.db"), Number(values.rows)),
};
try {
  for (const [name, measure] of Object.entries(parts))
    if (values.only === undefined || values.only === name) for (const line of await measure()) console.log(line);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
