import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModel } from "../../src/models/providers.ts";
import { startProviderServer } from "../support/provider-server/server.ts";
import { describeModel, type Play } from "./model.ts";
import { modelOf, WIRE_CASES } from "./model-wire/providers.ts";

for (const wire of WIRE_CASES)
  describeModel(wire.model, async (play) => {
    const server = await startProviderServer(() =>
      play.type === "silence"
        ? { type: "silence" }
        : {
            type: "answer",
            ...(play.text ? { text: [play.text.slice(0, 5), play.text.slice(5)].filter((piece) => piece !== "") } : {}),
            ...(play.call ? { calls: [play.call] } : {}),
          },
    );
    return { model: modelOf(wire, server.url), close: () => server.close() };
  });

describeModel("scripted/script.json", async (play) => {
  const directory = await mkdtemp(join(tmpdir(), "cox-contract-"));
  await writeFile(join(directory, "script.json"), JSON.stringify(scriptOf(play)));
  const model = createModel("scripted/script.json", { directory });
  return { model, close: () => rm(directory, { recursive: true, force: true }) };
});

function scriptOf(play: Play) {
  if (play.type === "silence")
    return { turns: [{ say: "late", delayMs: 60_000 }], decisions: [{ input: {}, delayMs: 60_000 }] };
  const calls = play.call ? [{ tool: play.call.name, input: play.call.input }] : [];
  return {
    turns: [{ ...(play.text ? { say: play.text } : {}), calls }],
    decisions: play.call ? [{ input: play.call.input }] : [],
  };
}
