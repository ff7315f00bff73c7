import { jsonLine } from "../../text/json.ts";
import { EXIT_DONE } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { readStats } from "../../decisions/read-stats.ts";
import { withStoreToRead, settingsToLook } from "../open-store.ts";
import { projectOption, sinceOption } from "../options/parse-options.ts";
import { statsText } from "../show/stats-text.ts";

export const command = defineCommand({
  name: "stats",
  usage: ["stats [--since 30d] [--here] [--json]"],
  options: [
    ["--since AGE|DATE", "only since then: 7d, 4w, 12h, 2026-11-01 (UTC; default: 30d)", { default: "30d" }],
    ["--here", "only this directory"],
    ["--json", "the numbers as JSON"],
  ],
  words: 0,
  examples: ["cox stats", "cox stats --since 7d --here"],
  async run({ values }, io) {
    const since = sinceOption("--since", values.since, new Date());
    const { config } = settingsToLook(io);
    return withStoreToRead(config, async (store) => {
      const stats = await readStats(store, { since, isAbout: values.here ? projectOption(".", io).is : undefined });
      io.out(values.json ? jsonLine({ since, ...stats }) : statsText(stats, since, values.here, io));
      return EXIT_DONE;
    });
  },
});
