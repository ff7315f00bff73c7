import { hash } from "node:crypto";
import { addAbortSignal } from "node:stream";
import { createLineCutter } from "../../acp/run-relay.ts";
import { composeJudging } from "../../compose/judging.ts";
import { reportRedactor } from "../../compose/observer-settings.ts";
import type { Settings } from "../../compose/settings.ts";
import { readLowered } from "../../decisions/last-word.ts";
import { verdictRecord } from "../../decisions/keep-verdicts.ts";
import { createLineJudge } from "../../messages/judge-lines.ts";
import { createRememberingCorrector, type RememberingCorrector } from "../../messages/remembering-corrector.ts";
import { MESSAGES_HOST } from "../../messages/thread-of-messages.ts";
import type { Store } from "../../store/store.ts";
import { usageOf } from "../../store/usage-row.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { EXIT_CANCELLED, EXIT_DONE } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { withStore } from "../open-store.ts";
import { SETTING_FLAGS } from "../options/parse-options.ts";
import { settingsHere } from "../open-store.ts";

export const command = defineCommand({
  name: "judge",
  usage: ["judge [--judge evidence|model|auto] [--observer MODEL] [--shadow]"],
  options: [
    ["--judge WHO", "evidence: the record alone, nothing leaves the machine (default);", { default: "evidence" }],
    ["", "model: the observer alone; auto: evidence, then the observer"],
    ["--observer MODEL", "the model that is asked, with --judge model or auto: auto or provider/model"],
    ["--shadow", "decide, but let nothing be said"],
  ],
  words: 0,
  examples: [
    "cox judge < conversations.jsonl",
    `echo '{"threadId": "t1", "messages": [{"role": "user", "content": "Hi"}]}' | cox judge`,
    "# each line: threadId, messages (or deltas); also id, cwd, tools, mode, subagent, backgroundTasks, durationMs",
    "# each answer: verdict, inject, message; where inject is true, give message to the agent as the user's",
  ],
  async run({ values }, io) {
    const judges = (["evidence", "model", "auto"] as const).find((name) => name === values.judge);
    if (!judges) throw new CoxError("usage", `--judge takes evidence, model or auto, not "${values.judge}".`);
    const overrides = {
      ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
      ...(values.shadow ? { mode: "shadow" } : {}),
    };
    const { config } = settingsHere(io, { overrides, flags: SETTING_FLAGS });
    return withStore(config, async (store) => {
      const corrector = await composeCorrector({ config, env: io.env, cwd: io.cwd }, judges, store);
      const lines = createLineJudge({
        corrector,
        signal: io.signal,
        // What was paid for counts for the budgets, whoever reads the answer.
        async keep(decision, { threadId, cwd, said }) {
          const place = { threadId, host: MESSAGES_HOST, session: threadId, cwd, shadow: config.mode === "shadow" };
          const record = verdictRecord(decision, decision.inject, place);
          // The same conversation shown again is one decision.
          const id = hash("sha1", [threadId, said, decision.inject].join("\0")).slice(0, 18);
          const verdicts = record ? [{ id, ...record }] : [];
          await store.write({ usage: usageOf(threadId, decision.verdict.usage), verdicts });
          return record && id;
        },
        write: (answer) => io.out(jsonLine(answer)),
      });
      try {
        for await (const line of linesOf(addAbortSignal(io.signal, process.stdin))) await lines.push(line);
      } catch (error) {
        if (!io.signal.aborted) throw error;
      }
      await lines.end();
      return io.signal.aborted ? EXIT_CANCELLED : EXIT_DONE;
    });
  },
});

async function composeCorrector(
  settings: Settings,
  judges: "evidence" | "model" | "auto",
  store: Store,
): Promise<RememberingCorrector> {
  const { config, env } = settings;
  const { judging, observer } = composeJudging(settings, { judges, store, lowered: await readLowered(store) });
  if (judges === "model" && !observer.models) {
    throw new CoxError("config.invalid", `There is no observer to ask: ${observer.reason}`, {
      hint: "Name one with --observer, or use --judge evidence.",
    });
  }
  const shadow = config.mode === "shadow";
  return createRememberingCorrector({
    ...judging,
    redact: reportRedactor(config, env),
    guard: config.guard,
    store,
    shadow,
  });
}

/** Undefined stands for a line that is too long to be read. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string | undefined> {
  let ready: (string | undefined)[] = [];
  const cutter = createLineCutter({
    line: (line) => void ready.push(line.toString("utf8")),
    piece: (_, isLast) => void (isLast && ready.push(undefined)),
  });
  for await (const chunk of input) {
    cutter.push(chunk);
    const lines = ready;
    ready = [];
    yield* lines.filter((line) => line === undefined || line.trim() !== "");
  }
  cutter.flush();
  yield* ready;
}
