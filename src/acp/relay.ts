import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { setNewest } from "../hosts/reading/stored.ts";
import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import type { Delta } from "../thread/delta.ts";
import { keyOf, readMessage, type RpcMessage, writeMessage } from "./message.ts";
import { correctionPrompt, shownCorrection, shownNote } from "./own-messages.ts";
import {
  asMode,
  type Ending,
  forgetIdle,
  lineFor,
  MODE_REQUESTS,
  MODE_UPDATES,
  modeIn,
  type Session,
  stopOf,
} from "./session.ts";
import type { SessionFacts, Supervisor } from "./supervisor.ts";
import { createTerminals } from "./tool-call.ts";
import { createTurnLog } from "./turn-log.ts";

export interface RelayParts {
  readonly toAgent: (line: Buffer) => void;
  readonly toEditor: (line: Buffer) => void;
  readonly supervisor: Supervisor;
  readonly newId?: () => string;
  readonly now?: () => Date;
  /** The agent's last words can arrive after the message that ends the turn. This is how long to wait for them. */
  readonly lateMs?: number;
}

export interface Relay {
  fromEditor(line: Buffer): void;
  fromAgent(line: Buffer): void;
  /** To be called when the agent has ended: the editor gets what was held back. Resolves when all is recorded. */
  agentGone(): Promise<void>;
}

/** What the ids of our own prompts begin with, and how `keyOf` writes that. */
const OWN_ID = "coxswain-";
const OWN_WRITTEN = `"${OWN_ID}`;

/** How many requests without an answer are remembered, of each kind: either side may never answer. */
const MOST_OPEN = 256;

/** Passes every line unchanged, but holds back the end of a turn until it is judged and a correction worked on. */
export function createRelay(parts: RelayParts): Relay {
  const { toAgent, toEditor, supervisor, newId = randomUUID, now = () => new Date(), lateMs = 100 } = parts;
  const sessions = new Map<string, Session>();
  /** Prompts without an answer and sessions without a name yet, both by the key of the request. */
  const prompts = new Map<string, { readonly session: Session; readonly ours: boolean }>();
  const openings = new Map<string, string | undefined>();
  /** Requests that may change a session's mode, with the mode that the request itself names. */
  const modeRequests = new Map<string, { readonly session: Session; readonly wanted: string | undefined }>();
  const introductions = new Map<string, true>();
  const terminals = createTerminals();
  let agent: string | undefined;
  let protocol = 1;

  function sessionOf(id: string | undefined, cwd?: string): Session | undefined {
    if (id === undefined) return undefined;
    const known = sessions.get(id);
    if (known) {
      known.cwd = cwd ?? known.cwd;
      return known;
    }
    forgetIdle(sessions);
    const flags = { mode: undefined, cancelled: false, superseded: false };
    const session: Session = { id, cwd, log: createTurnLog(newId, now), phase: "idle", ...flags };
    sessions.set(id, session);
    return session;
  }

  function fromEditor(line: Buffer): void {
    const message = readMessage(line);
    if (!message) return toAgent(line);
    const cwd = asText(message.params["cwd"]);
    // The directory in a fork request is that of the new session; the session that is forked keeps its own.
    const session = sessionOf(asText(message.params["sessionId"]), message.method === "session/fork" ? undefined : cwd);
    if (session && message.key !== undefined && MODE_REQUESTS.has(message.method))
      setNewest(modeRequests, message.key, { session, wanted: asMode(message.params["modeId"]) }, MOST_OPEN);
    switch (message.method) {
      case undefined:
        terminals.answer(message);
        break;
      case "initialize":
        if (message.key !== undefined) setNewest(introductions, message.key, true, MOST_OPEN);
        break;
      case "session/new":
      case "session/fork":
        if (message.key !== undefined) setNewest(openings, message.key, cwd ?? session?.cwd, MOST_OPEN);
        break;
      case "session/prompt":
        if (session) personSpeaks(session, message);
        break;
      case "session/cancel":
        toAgent(line);
        if (session) personCancels(session);
        return;
      case "$/cancel_request":
        return cancelRequest(keyOf(message.params["requestId"]), line);
      default:
    }
    toAgent(line);
  }

  function personSpeaks(session: Session, { key, params }: RpcMessage): void {
    if (session.phase === "judging") release(session);
    session.log.prompt(params["prompt"]);
    session.cancelled = false;
    session.superseded = session.phase === "correcting";
    if (session.phase === "idle") session.phase = "working";
    if (key !== undefined) setNewest(prompts, key, { session, ours: false }, MOST_OPEN);
  }

  function personCancels(session: Session): void {
    session.cancelled = true;
    if (session.phase === "judging") release(session);
  }

  /** Handles a cancelled prompt request. The agent has already answered it and would not know what to cancel. */
  function cancelRequest(key: string | undefined, line: Buffer): void {
    const session = holding(key);
    if (!session) return toAgent(line);
    if (session.phase === "correcting")
      toAgent(writeMessage({ method: "session/cancel", params: { sessionId: session.id } }));
    personCancels(session);
  }

  function holding(key: string | undefined): Session | undefined {
    return [...sessions.values()].find(({ held }) => held?.answers && held.answers.key === key);
  }

  function fromAgent(line: Buffer): void {
    const message = readMessage(line);
    if (!message) return toEditor(line);
    if (message.method !== undefined) return agentSpeaks(message, line);
    const prompt = prompts.get(message.key ?? "");
    if (prompt) return promptAnswered(prompt, message, line);
    // A second answer to a correction, of which the editor knows nothing.
    if (message.key?.startsWith(OWN_WRITTEN)) return;
    const waiting = holding(message.key);
    if (waiting) return wait(waiting, line);
    introduced(message);
    toEditor(line);
  }

  function introduced({ key, result, isError }: RpcMessage): void {
    if (key === undefined) return;
    const asked = modeRequests.get(key);
    if (modeRequests.delete(key) && asked && !isError) takeMode(asked.session, result, asked.wanted);
    if (introductions.delete(key) && result) {
      protocol = result["protocolVersion"] === 2 ? 2 : 1;
      agent = asText((asRecord(result["agentInfo"]) ?? asRecord(result["info"]))?.["name"]);
    }
    const cwd = openings.get(key);
    if (!openings.delete(key)) return;
    const session = sessionOf(asText(result?.["sessionId"]), cwd);
    if (session) takeMode(session, result);
  }

  function takeMode(session: Session, told: Loose = {}, wanted?: string): void {
    session.mode = modeIn(told) ?? wanted ?? session.mode;
  }

  function agentSpeaks(message: RpcMessage, line: Buffer): void {
    const session = sessions.get(asText(message.params["sessionId"]) ?? "");
    const update = asRecord(message.params["update"]);
    if (message.method !== "session/update" || !session || !update) {
      terminals.request(message);
      return toEditor(line);
    }
    if (MODE_UPDATES.has(update["sessionUpdate"])) takeMode(session, update);
    // Updates that come while no turn runs replay an old conversation, so they are not logged.
    if (session.phase !== "idle") session.log.update(update);
    const isIdle = update["sessionUpdate"] === "state_update" && update["state"] === "idle";
    if (!isIdle || session.phase === "idle" || asList(update["background"]).length > 0) return toEditor(line);
    if (session.phase === "judging") return wait(session, line);
    turnEnded(session, { stopReason: asText(update["stopReason"]), line });
  }

  /** The turn's end, told once more: it goes out behind the first. There is room for one of them. */
  function wait(session: Session, line: Buffer): void {
    session.again ??= line;
  }

  function promptAnswered(prompt: { session: Session; ours: boolean }, message: RpcMessage, line: Buffer): void {
    const { session, ours } = prompt;
    const { key, id, isError } = message;
    prompts.delete(key ?? "");
    if (ours) {
      if (isError) return release(session);
      if (protocol === 1) turnEnded(session, { line, ...session.held, ...endingOf(message), changed: true });
      return;
    }
    if (protocol === 2 && !isError) return toEditor(line);
    // The person wrote while the agent worked on a correction. The turn ends with the answer to the correction.
    if (session.phase === "correcting") return toEditor(line);
    // Another prompt waits behind this one. Holding this answer back would let the answer to that one overtake it.
    session.superseded ||= isPrompted(session);
    turnEnded(session, { ...endingOf(message), line, answers: { id, key: key ?? "" } });
  }

  function endingOf({ result }: RpcMessage): Pick<Ending, "stopReason" | "result"> {
    return { stopReason: asText(result?.["stopReason"]), result };
  }

  function turnEnded(session: Session, ending: Ending): void {
    session.held = ending;
    if (ending.stopReason === "end_turn" && !session.cancelled && !session.superseded) {
      void judge(session);
      return;
    }
    void supervisor.note(factsOf(session), taken(session, ending.stopReason));
    release(session);
  }

  async function judge(session: Session): Promise<void> {
    session.phase = "judging";
    const judging = new AbortController();
    session.judging = judging;
    if (session.log.calls > 0) await delay(lateMs);
    if (judging.signal.aborted) return;
    const deltas = session.log.take("end_turn", terminals.ends);
    const { say, tell } = await supervisor.endOfTurn(factsOf(session), deltas, judging.signal);
    if (judging.signal.aborted) return;
    if (say !== undefined) return correct(session, say);
    if (tell !== undefined) toEditor(shownNote(session.id, tell, newId()));
    release(session);
  }

  function correct(session: Session, text: string): void {
    session.phase = "correcting";
    const id = `${OWN_ID}${newId()}`;
    setNewest(prompts, JSON.stringify(id), { session, ours: true }, MOST_OPEN);
    toEditor(shownCorrection(session.id, text, newId()));
    toAgent(correctionPrompt(session.id, text, id));
  }

  function release(session: Session): void {
    session.judging?.abort();
    const { held, again } = session;
    session.held = undefined;
    session.again = undefined;
    session.superseded = false;
    session.phase = isPrompted(session) ? "working" : "idle";
    if (held) toEditor(lineFor(held, session.cancelled));
    if (again) toEditor(again);
  }

  function isPrompted(session: Session): boolean {
    return [...prompts.values()].some((each) => each.session === session);
  }

  function taken({ log }: Session, stopReason: string | undefined): Delta[] {
    return log.take(stopOf(stopReason), terminals.ends);
  }

  function factsOf({ id, cwd, mode }: Session): SessionFacts {
    return { id, cwd, agent, mode };
  }

  return {
    fromEditor,
    fromAgent,
    async agentGone() {
      const unnoted = [...sessions.values()].filter(({ log }) => !log.isEmpty);
      // A held stop reason means that the turn had ended and was only waiting for late messages.
      const ends = unnoted.map((session) => [session, session.held?.stopReason] as const);
      for (const session of sessions.values()) release(session);
      await Promise.all(ends.map(([session, reason]) => supervisor.note(factsOf(session), taken(session, reason))));
    },
  };
}
