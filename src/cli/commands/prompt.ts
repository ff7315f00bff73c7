import { judgeNamed } from "../../compose/judging.ts";
import { observerSettings, verifierSettings } from "../../compose/observer-settings.ts";
import { saidIn } from "../../compose/said.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { jsonSchemaOf } from "../../models/arguments.ts";
import type { Question } from "../../observer/model-judge.ts";
import { observerRequest } from "../../observer/observer.ts";
import { loadThread } from "../../session/load-thread.ts";
import { verifierQuestion } from "../../verifier/verifier.ts";
import { EXIT_DONE, type OptionRow } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { SETTING_FLAGS, refuseEmptyPaths, turnNamed, hostOption } from "../options/parse-options.ts";
import { settingsHere } from "../open-store.ts";

const OPTIONS = [
  ["--turn last|N", "which turn it is about (default: last)", { default: "last" }],
  ["--rendering NAME", "how the thread is shown: evidence or compact (default: from the configuration)"],
  ["--parallel", "show the question that is asked while the agent works"],
  ["--verify", "show what a verifier is sent about the answer"],
  ["--host NAME", "whose transcript it is, if the content does not show it"],
  ["--json", "everything as one line of JSON"],
] as const satisfies readonly OptionRow[];

export const command = defineCommand({
  name: "prompt",
  usage: [
    "prompt FILE [--turn last|N] [--rendering evidence|compact] [--parallel] [--host NAME] [--json]",
    "prompt FILE --verify [--turn last|N] [--host NAME] [--json]",
  ],
  options: OPTIONS,
  examples: [
    "cox prompt session.jsonl",
    "cox prompt session.jsonl --turn 3 --rendering compact",
    "cox prompt session.jsonl --verify",
    "cox prompt session.jsonl --json | jq -r .prompt",
  ],
  async run(given, io) {
    const { file, host, turn: which, json, parallel, verify, overrides } = parse(given);
    const own = settingsHere(io, { overrides, flags: SETTING_FLAGS });
    const { config } = own;
    const loaded = loadThread(file, host, await saidIn(config));
    const turn = turnNamed(loaded, which);
    const { path, thread } = loaded;
    const request = verify
      ? verifierQuestion({ thread, turn }, await verifierSettings(config, io.env))
      : observerRequest(thread, turn, {
          ...(await observerSettings(config, io.env)),
          ...(parallel ? { question: "parallel" } : {}),
        });
    const shown = { file: path, turn: turn.number, model: judgeNamed(config, verify), ...describeRequest(request) };
    io.out(json ? jsonLine(shown) : asText(shown));
    return EXIT_DONE;
  },
});

function parse({ values, positionals }: Given<typeof OPTIONS>) {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new CoxError("usage", "give one FILE.", { hint: "See cox prompt --help." });
  }
  refuseEmptyPaths("prompt", positionals);
  if (!/^(last|[1-9]\d*)$/.test(values.turn)) {
    throw new CoxError("usage", `--turn takes last or a number from 1, not "${values.turn}".`);
  }
  if (values.verify && (values.parallel || values.rendering !== undefined))
    throw new CoxError("usage", "--verify shows another question: it goes with neither --parallel nor --rendering.");
  const overrides = values.rendering === undefined ? {} : { "observer.rendering": values.rendering };
  return { ...values, file, host: hostOption(values.host), overrides };
}

function describeRequest({ system, prompt, tool, settings, timeoutMs }: Question<unknown>) {
  const { name, description, schema } = tool;
  return {
    settings: { ...settings, timeoutMs, toolChoice: name },
    tool: { name, description, schema: jsonSchemaOf(schema) },
    system,
    prompt,
  };
}

type Shown = ReturnType<typeof describeRequest> & { readonly model: string };

function asText({ model, settings, tool, system, prompt }: Shown): string {
  return [
    section("MODEL", model),
    section("SETTINGS", JSON.stringify(settings, null, 2)),
    section("FORCED TOOL", JSON.stringify(tool, null, 2)),
    section(`SYSTEM (${system.length} characters)`, system),
    section(`USER (${prompt.length} characters)`, prompt),
  ].join("\n");
}

function section(title: string, body: string): string {
  return `===== ${title} =====\n${body}\n`;
}
