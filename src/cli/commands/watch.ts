import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findInPlaces, restat } from "../../audit/find-transcripts.ts";
import { provingOf } from "../../audit/proving.ts";
import { startWatch, type WatchedTurn } from "../../audit/watch.ts";
import { provingSettings } from "../../compose/audit.ts";
import { saidMeanwhile } from "../../compose/said.ts";
import { configForAll } from "../../config.ts";
import { followHooks, type Stop, stopOf } from "../../decisions/follow-hooks.ts";
import { keepWatched } from "../../decisions/keep-verdicts.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise, type Redactor } from "../../text/strings.ts";
import { fitToTell } from "../../observer/fit-to-tell.ts";
import { styleFor, wrap } from "../../show/wrap.ts";
import type { VerdictRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { redactVerdict, type Verdict, wasLeftAlone } from "../../verdict.ts";
import { EXIT_DONE, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { notify } from "../notify.ts";
import { openStoreOr, settingsHere } from "../open-store.ts";
import { hostPlaces } from "../options/parse-options.ts";
import { judgementCard, judgementJson, toldAccount, verdictMark, type JudgedTurn } from "../show/judgement-card.ts";
import { watchScreen } from "../show/watch-screen.ts";
import { squeezed } from "../../text/strings.ts";
import { placeOfWords } from "../../audit/what-followed.ts";
import { sessionThread } from "../../decisions/session-thread.ts";
import type { Gate } from "../../observer/gate.ts";
import { turnUntil } from "../../thread/rewind.ts";

export const command = defineCommand({
  name: "watch",
  usage: ["watch [--host NAME]… [--every SECONDS] [--all] [--json]"],
  options: [
    ["--host NAME", "only this agent's sessions; may be given more than once", { multiple: true }],
    ["--every SECONDS", "how often to look (default: 2); every fifth time also for new sessions", { default: "2" }],
    ["--all", "also show turns that the gate left alone"],
    ["--json", "one line of JSON per turn, with the id that cox why takes"],
  ],
  words: 0,
  examples: [
    "cox watch",
    "cox watch --host cursor",
    "cox watch --json | jq 'select(.verdict == \"correct\") | .message'",
  ],
  async run({ values }, io) {
    const seconds = Number(values.every);
    if (!(seconds >= 0.1 && seconds <= A_DAY))
      throw new CoxError("usage", `--every takes a number of seconds from 0.1 to ${A_DAY}, not "${values.every}".`);
    const config = configForAll(settingsHere(io));
    const settings = { config, env: io.env, cwd: io.cwd };
    const { proving, redact } = await provingSettings(settings);
    const places = hostPlaces(values.host, io);
    const store = await openStoreOr(config, (trouble) => tellNotKept(trouble, io));
    const said = saidMeanwhile(store);
    const longestMs = config.hook.timeoutSeconds * 1000;
    const hooks = followHooks(store, { hosts: places.map(({ host }) => host), longestMs });
    const screen = io.isTerminal && !values.json ? watchScreen(io, redact) : undefined;
    const print = (text: string) => (screen ? screen.above(text) : io.out(text));
    const complain = (trouble: string) => (screen ? screen.above(trouble) : io.err(trouble));
    const noticed = config.watch.notify ? noticing({ io, redact, complain }) : undefined;
    const showing = { store, redact, json: values.json, print, noticed, all: values.all || screen === undefined };
    let waiting: Waiting[] = [];
    let shown = Promise.resolve();
    const later = (work: () => Promise<void>): void => {
      shown = shown.then(work);
    };
    /** What a hook decided is told as its decision; what none looks at, or none any more, as ours. */
    const tell = async (isEnd: boolean) => {
      for (const record of await hooks.recall())
        if (!wasLeftAlone(record.verdict) || values.all) later(() => showHook(record, showing, io));
      waiting = waiting.filter(({ stop, watched, since }) => {
        const about = hooks.about(stop);
        if (about === "decided" || (isEnd && about === "thinking")) return false;
        if (about === "thinking" || (about === "expected" && !isEnd && Date.now() - since < COMES_WITHIN_MS))
          return true;
        later(() => show(watched, showing, io));
        return false;
      });
    };
    try {
      const watch = startWatch({
        judging: provingOf(proving),
        find: () => findInPlaces(places),
        restat,
        recognise: said.recognise,
        onTurn: (watched) => {
          const clean = { ...watched, judgement: fitToTell(watched.judgement, redact) };
          screen?.judged(clean);
          if (clean.judgement.verdict.judge === "gate" && !values.all) return;
          const stop = stopOf(watched.host.name, watched.thread, watched.turn);
          waiting.push({ watched: clean, stop, since: Date.now() });
        },
        onTrouble(path, reason) {
          complain(`cox watch: ${neutralise(reason.includes(path) ? reason : `${path}: ${reason}`)}\n`);
        },
      });
      const hosts = places.map(({ host }) => host).join(", ");
      const rows = wrap(`Watching ${hosts}. Nothing is sent to any agent. Ctrl-C ends it.`, io.errScreen.columns);
      io.err(`${rows.map(styleFor(io.errScreen.color).dim).join("\n")}\n`);
      while (!io.signal.aborted) {
        await wait(seconds * 1000, undefined, { signal: io.signal }).catch(() => undefined);
        if (io.signal.aborted) break;
        await said.recall();
        watch.look();
        await tell(false);
        await shown;
        screen?.draw(watch.sessions());
      }
      await tell(true);
      return EXIT_DONE;
    } finally {
      await shown;
      await store?.close();
    }
  },
});

/** The end of a turn that may be the hook's. */
interface Waiting {
  readonly watched: WatchedTurn;
  readonly stop: Stop;
  readonly since: number;
}

/** A hook that runs has by then decided, or put on record that it asks a model. */
const COMES_WITHIN_MS = 5000;

/** A longer wait does not fit into a Node timer, which would then fire at once. */
const A_DAY = 86_400;

/** Without a store, proven findings are still shown; only explaining them later needs one. */
function tellNotKept(trouble: unknown, io: Io): void {
  io.err(`cox watch: Nothing is kept, so cox why cannot explain it later: ${neutralise(describeError(trouble))}\n`);
}

/** As long as the ids of audit cases. */
const SHOWN_ID = 12;

interface Showing {
  readonly store: Store | undefined;
  readonly redact: Redactor;
  readonly json: boolean;
  readonly print: (text: string) => void;
  readonly noticed: ((verdict: Verdict, place: string) => void) | undefined;
  /** Also those of which the table says enough. */
  readonly all: boolean;
}

async function show(watched: WatchedTurn, showing: Showing, io: Io): Promise<void> {
  const { store, redact, json, print, noticed } = showing;
  const { verdict } = watched.judgement;
  const hasCard = showing.all || isTelling(verdict);
  if (!json && hasCard) print(judgementCard(watched, io, redact, { short: true }));
  noticed?.(verdict, placeOf(watched.thread.cwd, watched.host.title));
  const id = store && (await keep(store, watched, io));
  if (json)
    io.out(
      jsonLine({
        ...judgementJson(watched, watched.judgement, toldAccount(watched, redact)),
        id: id ?? null,
        by: "watch",
      }),
    );
  else if (id !== undefined && hasCard) print(pointer(id, io));
}

/** A turn that went well stands in the table. */
function isTelling({ verdict, findings }: Verdict): boolean {
  return verdict !== "ok" || findings.length > 0;
}

function placeOf(cwd: string | undefined, agent: string): string {
  return [basename(cwd ?? ""), agent].filter((part) => part !== "").join(" · ");
}

const LONGEST_NOTICE = 300;

interface Noticing {
  readonly io: Io;
  readonly redact: Redactor;
  readonly complain: (trouble: string) => void;
}

/** Tells the desktop of a catch; that it cannot be told is said once. */
function noticing({ io, redact, complain }: Noticing): (verdict: Verdict, place: string) => void {
  let isTold = false;
  return (verdict, place) => {
    if (verdict.verdict !== "correct") return;
    const { message, reason } = verdict;
    const title = `Coxswain: ${verdictMark(verdict, styleFor(false))}`;
    const words = squeezed(neutralise(redact(`${place}: ${message ?? reason}`))).slice(0, LONGEST_NOTICE);
    void notify({ title, words }, io).then((trouble) => {
      if (trouble !== undefined && !isTold) complain(`cox watch: No notification was shown: ${neutralise(trouble)}\n`);
      isTold ||= trouble !== undefined;
    });
  };
}

function pointer(id: string, { color }: Io): string {
  return `  ${styleFor(color).dim(`cox why ${id.slice(0, SHOWN_ID)}`)}\n\n`;
}

/** A decision of a hook, with the turn as it stood then. */
async function showHook(record: VerdictRecord, showing: Showing, io: Io): Promise<void> {
  const { store, redact, json, print, noticed } = showing;
  const judged = store && (await turnOfHook(store, record));
  const { id, injected, unmet, host, threadId, turn, verdict } = record;
  const about = { gate: gateKept(record), id, by: "hook", injected, ...(unmet === undefined ? {} : { unmet }) };
  noticed?.(verdict, placeOf(record.cwd, hostNamed(host)?.title ?? host));
  if (json) {
    const told = judged
      ? judgementJson(judged, judged.judgement, toldAccount(judged, redact))
      : { host, threadId, turn, ...redactVerdict(verdict, redact) };
    io.out(jsonLine({ ...told, ...about }));
  } else if (!showing.all && !isTelling(verdict) && unmet === undefined) return;
  else if (judged) print(`${judgementCard(judged, io, redact, { short: true, hook: record })}${pointer(id, io)}`);
  else print(`${unreadCard(record, io, redact)}${pointer(id, io)}`);
}

/** For a decision whose turn was not read, or cannot be any more. */
function unreadCard(record: VerdictRecord, io: Io, redact: Redactor): string {
  const { verdict, host, cwd } = record;
  const style = styleFor(io.color);
  const place = placeOf(cwd, hostNamed(host)?.title ?? host);
  const why = neutralise(redact(verdict.message ?? verdict.reason));
  const rows = wrap(why, Math.max(40, io.columns) - 2).map((row) => `  ${row}`);
  return `${[`${verdictMark(verdict, style)} ${style.dim(neutralise(place))}`, ...rows].join("\n")}\n\n`;
}

async function keep(store: Store, watched: WatchedTurn, io: Io): Promise<string | undefined> {
  try {
    return await keepWatched(store, watched);
  } catch (error) {
    io.err(`cox watch: it could not be kept: ${describeError(error)}\n`);
    return undefined;
  }
}

/** The turn that a hook decided about, as it stood then; nothing where the transcript cannot be read. */
export async function turnOfHook(
  store: Pick<Store, "getCursor" | "read" | "readGuard">,
  record: VerdictRecord,
): Promise<JudgedTurn | undefined> {
  try {
    const { thread, path, marks } = await sessionThread(store, record);
    const turn = thread.turns[record.turn - 1];
    const host = hostNamed(record.host);
    if (!turn || !host) return undefined;
    const { message } = record.verdict;
    const place = message === null ? undefined : placeOfWords(thread, turn.start, message, turn.end);
    const then = place === undefined ? turn : turnUntil(turn, thread.messages.slice(0, place));
    const gate: Gate = { open: gateKept(record).open, evidenceOpen: true, reasons: [] };
    const judgement = { turn: turn.number, gate, verdict: record.verdict };
    return { path, host, thread, turn: then, judgement, ...(marks ? { marks } : {}) };
  } catch {
    return undefined;
  }
}

/** The gate for a program, from the lines that are kept of it. */
export function gateKept({ gateReasons }: Pick<VerdictRecord, "gateReasons">) {
  const reasons = gateReasons.flatMap((line) => {
    const [, mark, name = "", detail = ""] = /^([✓✗]) ([\w-]+): (.*)$/s.exec(line) ?? [];
    return mark === undefined ? [] : [{ name, passed: mark === "✓", detail }];
  });
  return { open: reasons.every(({ passed }) => passed), reasons };
}
