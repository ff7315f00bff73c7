/** `node spool-child.ts write|send STATE`: leaves reports and says which, or sends what waits, until it is killed. */
import { teamPlace } from "../../src/team/client/place.ts";
import { runSender } from "../../src/team/client/sender.ts";
import { spool } from "../../src/team/client/spool.ts";
import { toTeam } from "../../src/team/client/to-team.ts";
import { falseDone } from "../support/team-report.ts";

const [task, state = ""] = process.argv.slice(2);
const place = teamPlace(state);
if (task === "send") await runSender(toTeam({ place, engine: "0.1.0" }), 0);
else leaveForever();

function leaveForever(): never {
  for (;;) {
    const report = falseDone({ id: crypto.randomUUID() });
    spool(place, report, Date.now());
    process.stdout.write(`${report.id}\n`);
  }
}
