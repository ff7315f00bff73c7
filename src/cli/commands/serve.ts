import { isIP } from "node:net";
import { composeAsker } from "../../compose/asking.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { type FirstTokens, firstTokens, openRecords } from "../../team/open-team.ts";
import { startServer } from "../../team/server.ts";
import { judgeUntil, logTo, wholeOption } from "../team/judge-until.ts";
import { EXIT_DONE, version } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { recordsPlace } from "../team/tokens.ts";

const PORT = "4477";
const LOOPBACK = "127.0.0.1";

export const command = defineCommand({
  name: "serve",
  usage: ["serve [--database FILE|postgres://…] [--host ADDRESS] [--port NUMBER] [--keep DAYS] [--workers N] [--json]"],
  options: [
    [
      "--database PLACE",
      "a file, or the address of a Postgres (default: COX_TEAM_DATABASE, else coxswain-team.db beside the store)",
    ],
    [
      "--host ADDRESS",
      `where to listen (default: ${LOOPBACK}; put a proxy with TLS in front for others)`,
      { default: LOOPBACK },
    ],
    ["--port NUMBER", `(default: ${PORT}; 0 takes any that is free)`, { default: PORT }],
    ["--keep DAYS", "how long reports are kept; the sums of the views stay (default: 400)", { default: "400" }],
    ["--workers N", "how many transcripts it judges at a time (0: none, cox worker does)", { default: "1" }],
    ["--json", "the address and the first tokens as one line of JSON"],
  ],
  words: 0,
  examples: [
    "cox serve",
    "cox serve --database postgres://cox@db.internal/coxswain --host 0.0.0.0",
    "# the log goes to standard error, a line of JSON for each event; Ctrl-C ends it when all is on the disk",
  ],
  async run({ values }, io) {
    const workers = wholeOption("--workers", values.workers, 0, 64);
    const asker = composeAsker(io.env, io.cwd);
    const database = await openRecords(recordsPlace(values.database, io));
    try {
      const tokens = await firstTokens(database, new Date());
      const server = await startServer({
        database,
        host: hostOption(values.host),
        port: wholeOption("--port", values.port, 0, 65_535),
        version: await version(),
        asker,
        keepDays: wholeOption("--keep", values.keep, 1, 36_500),
        log: logTo(io),
      });
      if (values.json)
        io.out(jsonLine({ url: server.url, token: tokens?.all ?? null, reportToken: tokens?.report ?? null }));
      else io.out(welcome(server.url, tokens));
      const judging = workers === 0 ? undefined : judgeUntil({ database, slots: workers, asker, io });
      await Promise.all([untilAborted(io.signal).then(() => server.stop()), judging]);
    } finally {
      await database.close();
    }
    return EXIT_DONE;
  },
});

function welcome(url: string, tokens: FirstTokens | undefined): string {
  if (!tokens) return `Coxswain for teams: ${url}\n`;
  const lines = [
    `Coxswain for teams: ${url}`,
    "Open it in a browser, with your token; it opens everything and is shown once:",
    `  ${tokens.all}`,
    "On each machine whose agents are to be watched:",
    // One line: what comes behind a question would be taken for its answer.
    `  npm install -g coxswain && cox install && cox team join ${url} ${tokens.report}`,
  ];
  return `${lines.join("\n")}\n`;
}

function hostOption(host: string): string {
  if (isIP(host) !== 0 || host === "localhost") return host;
  throw new CoxError("usage", `--host takes an address such as ${LOOPBACK}, not "${host}".`);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
