/** `node serve-child.ts PLACE PORT`: the service, in a process that may be killed. Says when it listens. */
import { openRecords } from "../../src/team/open-team.ts";
import { startServer } from "../../src/team/server.ts";

const [place = "", port = "0"] = process.argv.slice(2);
const database = await openRecords(place);
const server = await startServer({
  database,
  host: "127.0.0.1",
  port: Number(port),
  version: "0.1.0",
  log: () => undefined,
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void end());

async function end(): Promise<void> {
  await server.stop();
  await database.close();
  // What it took, however much else ran on the machine.
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${(user + system) / 1000}\n`);
}
