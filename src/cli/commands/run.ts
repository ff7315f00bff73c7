import { workUntilRest, nextMove } from "../../agent/worker.ts";
import { countOf } from "../../text/amounts.ts";
import { type AgentSession, openAgentSession } from "../../compose/agent-session.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { styleFor } from "../../show/wrap.ts";
import { usageLine } from "../../show/usage-line.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { answerText, lastTurn } from "../../thread/turns.ts";
import { EXIT_CANCELLED, EXIT_CORRECTED, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { withKeptStore, withStore, findOwnThread } from "../open-store.ts";
import { AGENT_FLAGS, agentSettings, settingsOfThread } from "../options/parse-options.ts";
import { eventPrinter } from "../show/run-printer.ts";
import { followOutcome, type Looks } from "../verified-outcome.ts";

export const command = defineCommand({
  name: "run",
  usage: ['run "TASK" [OPTIONS]', 'run --resume THREAD ["MESSAGE"] [OPTIONS]'],
  options: [
    ...AGENT_FLAGS,
    ["--resume THREAD", "go on with a thread where it was worked on: its id, the start of it, or last"],
    ["--json", "one event per line, the result last"],
  ],
  examples: [
    'cox run "add a --verbose flag to the importer, with a test"',
    'cox run "fix the failing test" --observer google/gemini-3.1-pro-preview',
    'cox run "tidy the README" --observer none --json',
    "# exit code: 0 done, 10 + N done after N corrections, 1 failed, 2 wrong usage, 130 cancelled",
    "# where answers are verified: 4 something is still open in the answer, 5 nobody could verify it",
  ],
  async run({ values, positionals }, io) {
    const task = positionals.join(" ").trim();
    if (task === "" && values.resume === undefined) {
      throw new CoxError("usage", "no TASK was given.", { hint: "See cox run --help." });
    }
    if (task === "-") {
      throw new CoxError("usage", "standard input is not read.", {
        hint: 'Give it as words: cox run "$(cat FILE)".',
      });
    }
    const here = agentSettings(values, io);
    const within = values.resume === undefined ? withStore : withKeptStore;
    return within(here.config, async (store) => {
      const resumed = values.resume === undefined ? undefined : await findOwnThread(store, values.resume);
      const settings = resumed ? settingsOfThread(resumed, here, values, io) : here;
      const looks = followOutcome();
      const show = eventPrinter(io, values.json, () => session.log.thread);
      const session = await openAgentSession(settings, {
        store,
        keepModel: values.model === undefined,
        ...(resumed ? { threadId: resumed.id } : {}),
        emit(event) {
          looks.see(event);
          show(event);
        },
      });
      if (task === "") expectWork(session.log.thread);
      if (!values.json) io.err(introduction(session, io));
      const said = session.log.thread.messages.length;
      await workUntilRest(session.worker, task, io.signal);
      if (task === "" && session.log.thread.messages.length === said) tellNothingLeft(session.log.thread, io);
      return conclude(session, looks, values.json, io);
    });
  },
});

/** Throws when the thread has nothing to go on with: ending without a word would look like a failure of ours. */
function expectWork(thread: Thread): void {
  const turn = lastTurn(thread);
  if (nextMove(thread) !== "rest" || turn?.outcome === "ended") return;
  const why = turn ? `its last turn ${ENDS[turn.outcome]}` : "nothing has been said in it";
  throw new CoxError("usage", `There is nothing to go on with in thread ${thread.id}: ${why}.`, {
    hint: howToGoOn(thread),
  });
}

/** Somebody who resumes after a crash cannot know whether work was left, so a finished turn is no error. */
function tellNothingLeft(thread: Thread, io: Io): void {
  if (lastTurn(thread)?.outcome === "ended")
    io.err(`The last turn of thread ${thread.id} is done. ${howToGoOn(thread)}\n`);
}

function howToGoOn({ id }: Thread): string {
  return `Say how it goes on: cox run --resume ${id} "MESSAGE".`;
}

const ENDS: Record<Turn["outcome"], string> = {
  open: "is open",
  ended: "is done",
  limit: "was cut off at the model's output limit",
  refused: "was refused by the model",
  aborted: "was cancelled",
  failed: "failed",
};

function introduction({ model, observer, unobserved, log }: AgentSession, io: Io): string {
  const head = `${model} · watched by ${observer} · thread ${log.thread.id.slice(0, 8)}\n`;
  return styleFor(io.errScreen.color).dim(unobserved === undefined ? head : `${head}${unobserved}\n`);
}

function conclude({ log: { thread } }: AgentSession, looks: Looks, json: boolean, io: Io): number {
  const turn = lastTurn(thread);
  const corrections = turn?.corrections ?? 0;
  const code = io.signal.aborted ? EXIT_CANCELLED : exitCode(thread, looks.exitCode());
  if (json) {
    const closing = turn ? answerText(thread, turn) : "";
    const outcome = turn?.outcome ?? "open";
    io.out(
      jsonLine({
        type: "result",
        threadId: thread.id,
        outcome,
        corrections,
        attempts: corrections + 1,
        ...looks.outcome(),
        closing,
        usage: thread.usage,
        exitCode: io.exitCode(code),
      }),
    );
  } else {
    const corrected = corrections > 0 ? countOf(corrections, "correction") : "";
    const told = [usageLine(thread.usage), corrected].filter((part) => part !== "").join(" · ");
    const dim = styleFor(io.errScreen.color).dim;
    if (code === EXIT_CANCELLED && turn?.outcome === "ended")
      io.err(dim("The turn is done, but the look at it was cancelled.\n"));
    if (told !== "") io.err(dim(`${told}\n`));
    if (turn?.outcome !== "ended") for (const open of looks.outcome().open) io.err(`Still open: ${open}\n`);
  }
  return code;
}

function exitCode(thread: Thread, verified: number | undefined): number {
  const turn = lastTurn(thread);
  switch (turn?.outcome) {
    case "ended":
      if (verified !== undefined) return verified;
      return turn.corrections > 0 ? EXIT_CORRECTED + turn.corrections : EXIT_DONE;
    case "aborted":
      return EXIT_CANCELLED;
    case "limit":
    case "refused":
    case "failed":
    case "open":
    case undefined:
      return EXIT_FAILED;
  }
}
