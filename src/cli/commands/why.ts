import { reportRedactor } from "../../compose/observer-settings.ts";
import { jsonLine } from "../../text/json.ts";
import { EXIT_DONE } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { explainVerdict } from "../../decisions/explain-verdict.ts";
import { findVerdict } from "../../decisions/find-verdict.ts";
import { withStoreToRead, withKnownCases, settingsToLook } from "../open-store.ts";
import { projectOption } from "../options/parse-options.ts";
import { whyText } from "../show/why-text.ts";

export const command = defineCommand({
  name: "why",
  usage: ["why [ID|last] [--json]"],
  options: [
    [
      "ID",
      "the decision's id or the start of it, as an audit or a session shows it (default: last, the newest in this directory)",
    ],
    ["--json", "everything as one line of JSON"],
  ],
  words: 1,
  examples: ["cox why", "cox why a-3f9c21b07e", "cox feedback last wrong"],
  async run({ values, positionals }, io) {
    const { config } = settingsToLook(io);
    const redact = reportRedactor(config, io.env);
    const name = positionals[0] ?? "last";
    const last = { here: projectOption(".", io) };
    return withStoreToRead(config, (store) =>
      withKnownCases(config, name, io, async (cases) => {
        const explanation = await explainVerdict(store, await findVerdict(store, cases, name, last), redact);
        io.out(values.json ? jsonLine(explanation) : whyText(explanation, io));
        return EXIT_DONE;
      }),
    );
  },
});
