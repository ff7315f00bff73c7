import { jsonLine } from "../../json.ts";
import { type Command, EXIT_DONE } from "../command.ts";
import { readStats } from "../../decisions/read-stats.ts";
import { withStoreToRead } from "../open-store.ts";
import { allowWords, parseOptions, projectOption, sinceOption } from "../options/parse-options.ts";
import { statsText } from "../show/stats-text.ts";
import { settingsToLook } from "../settings-here.ts";

export const command: Command = {
  name: "stats",
  usage: ["stats [--since 30d] [--here] [--json]"],
  options: [
    ["--since AGE|DATE", "only since then: 7d, 4w, 12h, 2026-11-01 (UTC; default: 30d)"],
    ["--here", "only this directory"],
    ["--json", "the numbers as JSON"],
  ],
  examples: ["cox stats", "cox stats --since 7d --here"],
  async run(args, io) {
    const { values, positionals } = parseOptions("stats", args, {
      since: { type: "string", default: "30d" },
      here: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    allowWords(0, "stats", positionals);
    const since = sinceOption("--since", values.since, new Date());
    const { config } = settingsToLook(io);
    return withStoreToRead(config, async (store) => {
      const stats = await readStats(store, { since, isAbout: values.here ? projectOption(".", io).is : undefined });
      io.out(values.json ? jsonLine({ since, ...stats }) : statsText(stats, since, values.here, io));
      return EXIT_DONE;
    });
  },
};
