/** `node machines-child.ts FOLDER TOKEN EVERY_MS URL…`: machines that decide stops and report them, until SIGTERM. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { joinTeam } from "../../src/team/client/membership.ts";
import { teamPlace } from "../../src/team/client/place.ts";
import { runSender } from "../../src/team/client/sender.ts";
import { isSenderBusy, spool, spooled } from "../../src/team/client/spool.ts";
import { toTeam } from "../../src/team/client/to-team.ts";
import { falseDone, teamReport } from "../support/team-report.ts";

const [folder = "", token = "", everyMs, ...urls] = process.argv.slice(2);
const over = new AbortController();
process.once("SIGTERM", () => over.abort());

/** As the hook does: a report goes into the spool, and a sender is started where none is at work. */
async function live(url: string, index: number): Promise<number> {
  const place = teamPlace(join(folder, `machine-${index}`));
  const { machine } = joinTeam(place, { url, token, content: false }, new Date());
  let sending: Promise<void> = Promise.resolve();
  let made = 0;
  while (!over.signal.aborted || spooled(place).length > 0) {
    if (!over.signal.aborted) {
      made += 1;
      spool(place, (made % 3 === 0 ? falseDone : teamReport)({ machine, id: `${index}-${made}` }), Date.now());
    }
    if (!isSenderBusy(place, Date.now())) {
      await sending;
      sending = runSender(toTeam({ place, engine: "0.1.0" }), 0);
    }
    await wait(Number(everyMs));
  }
  await sending;
  return made;
}

process.stdout.write("ready\n");
const made = await Promise.all(urls.map(live));
process.stdout.write(`${JSON.stringify(made)}\n`);
