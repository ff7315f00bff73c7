import { countOf, dollars } from "../text/amounts.ts";
import type { CountedTurn } from "../audit/count-once.ts";
import { mostSuspiciousFirst } from "../audit/summary.ts";
import { standing } from "../audit/what-followed.ts";
import { familyOfAgent } from "../compose/agent-family.ts";
import type { AuditParts } from "../compose/audit.ts";
import { type ObserverToAsk, observersToAsk } from "../compose/observer-to-ask.ts";
import { USUAL_DAYS, usualCall } from "../compose/usual-call.ts";
import { ANSWER_TOKENS, CHARACTERS_PER_TOKEN, OVERHEAD_CHARACTERS } from "../compose/usual-day.ts";
import type { Settings } from "../compose/settings.ts";
import type { Config } from "../config.ts";
import { type Judging, judgeTurn } from "../corrector.ts";
import { CoxError, describeError } from "../text/errors.ts";
import { hostNamed } from "../hosts/hosts.ts";
import { costOf } from "../models/prices.ts";
import { OBSERVER_PROMPT } from "../observer/prompt.ts";
import { caseOf, redactCase } from "../session/case.ts";
import { loadThread } from "../session/load-thread.ts";
import type { Opinion } from "../session/record.ts";
import { tokens } from "../show/usage-line.ts";
import type { Store } from "../store/store.ts";
import { type UsageRow, usageOf } from "../store/usage-row.ts";
import { type Io, agrees } from "./command.ts";
import { withStoreToRead } from "./open-store.ts";

export interface ObserverRequest {
  readonly observerFor: (family: string | undefined) => ObserverToAsk;
  readonly settings: Settings;
  readonly parts: AuditParts;
  readonly store: Pick<Store, "write" | "usage">;
  /** At most so many turns, the most suspicious; those that were answered before are counted. */
  readonly most: number;
  readonly yes: boolean;
  readonly io: Io;
}

export interface Asked {
  readonly model: string;
  readonly turns: number;
  /** How many turns it gave no answer for, and the first reason. */
  readonly unanswered: number;
  readonly reason: string | undefined;
}

export interface PassedOver {
  readonly turns: number;
  readonly reason: string;
}

export interface Answers {
  readonly opinions: ReadonlyMap<string, Opinion>;
  /** Empty when nothing was sent. */
  readonly asked: readonly Asked[];
  readonly unasked: number;
  readonly passedOver: readonly PassedOver[];
}

const AT_ONCE = 4;

/** Asks models about the turns in which nothing was proven, after naming the cost and getting permission. */
export async function askObserver(turns: readonly CountedTurn[], request: ObserverRequest): Promise<Answers> {
  const { io } = request;
  const { inquiries, known, passedOver } = inquiriesInto(turns, request);
  const open = inquiries.reduce((sum, inquiry) => sum + inquiry.turns.length, 0);
  if (open === 0 || io.signal.aborted || !(await mayAsk(inquiries, request)))
    return { opinions: known, asked: [], unasked: open, passedOver };
  const opinions = new Map(known);
  const all: Asked[] = [];
  for (const inquiry of inquiries) all.push(await inquire(inquiry, opinions, request));
  const sent = all.reduce((sum, asked) => sum + asked.turns, 0);
  return { opinions, asked: all.filter((asked) => asked.turns > 0), unasked: open - sent, passedOver };
}

const OFFERED = 20;

/** What asking about the most suspicious turns would take; empty where no model can be reached. Asks nobody. */
export async function offerToAsk(
  turns: readonly CountedTurn[],
  settings: Settings,
  parts: AuditParts,
): Promise<string> {
  const { observerFor, nobody } = observersToAsk(settings);
  if (nobody !== undefined) return "";
  const { inquiries } = inquiriesInto(turns, { observerFor, parts, most: OFFERED });
  if (inquiries.length === 0) return "";
  // What cannot be read is no reason to keep the offer back: then the bound is named.
  const used = await withStoreToRead(settings.config, usedLately).catch(() => []);
  const offers = inquiries.map((inquiry) => offerOf(inquiry, used, settings.config));
  return `cox audit --ask ${OFFERED}: ${offers.join(" ")} It asks before anything is sent.`;
}

export function passOver(turns: readonly CountedTurn[], reason: string): Answers {
  const unproven = turns.filter(isUnproven);
  const passedOver = unproven.length > 0 ? [{ turns: unproven.length, reason }] : [];
  return { opinions: new Map(), asked: [], unasked: 0, passedOver };
}

function isUnproven({ turn }: CountedTurn): boolean {
  return turn.look?.verdict === "ok" && turn.look.open === true;
}

interface Inquiry {
  readonly model: string;
  readonly sameFamily: boolean;
  readonly judging: Judging;
  readonly here: readonly string[] | undefined;
  readonly turns: readonly CountedTurn[];
}

/** By the model that may judge their agent. The most suspicious come first, so a limit loses the least. */
function inquiriesInto(
  turns: readonly CountedTurn[],
  { observerFor, parts, most }: Pick<ObserverRequest, "observerFor" | "parts" | "most">,
) {
  const known = new Map<string, Opinion>();
  const passedOver: PassedOver[] = [];
  const inquiries = new Map<string, Inquiry>();
  const askable = turns.filter((turn) => isUnproven(turn) && !("reason" in observerFor(agentOf(turn))));
  const chosen = new Set(mostSuspiciousFirst(askable).slice(0, most));
  for (const [family, ofFamily] of Map.groupBy(turns, agentOf)) {
    const observer = observerFor(family);
    const unproven = ofFamily.filter(isUnproven);
    if ("reason" in observer) {
      if (unproven.length > 0) passedOver.push({ turns: unproven.length, reason: observer.reason });
      continue;
    }
    const { model, sameFamily } = observer;
    const records = ofFamily.map(({ turn }) => turn);
    const said = standing(parts.cache.opinionsOf(model), records);
    for (const [key, opinion] of said) known.set(key, opinion);
    const open = unproven.filter((counted) => chosen.has(counted) && !said.has(counted.turn.key));
    const name = `${model}${sameFamily ? SAME_FAMILY : ""}`;
    if (open.length > 0) inquiries.set(name, { ...observer, turns: [...(inquiries.get(name)?.turns ?? []), ...open] });
  }
  const ordered = [...inquiries.values()].map((each) => ({ ...each, turns: mostSuspiciousFirst(each.turns) }));
  return { inquiries: ordered, known, passedOver };
}

const SAME_FAMILY = " (same family)";

function agentOf({ file, turn }: CountedTurn): string | undefined {
  return familyOfAgent(file.record.host, turn.model);
}

async function inquire(
  { model, judging, turns }: Inquiry,
  opinions: Map<string, Opinion>,
  request: ObserverRequest,
): Promise<Asked> {
  const { parts, io } = request;
  let asked: Asked = { model, turns: 0, unanswered: 0, reason: undefined };
  for (let start = 0; start < turns.length && !io.signal.aborted; start += AT_ONCE) {
    const few = turns.slice(start, start + AT_ONCE);
    const files = [...Map.groupBy(few, ({ file }) => file.path)];
    const told = await Promise.all(files.map(([path, group]) => askAbout(path, group, judging, request)));
    const answers = told.flatMap((each) => each.answers);
    for (const [key, opinion] of answers) {
      opinions.set(key, opinion);
      parts.cache.keepOpinion(model, key, opinion);
    }
    asked = {
      model,
      turns: asked.turns + few.length,
      unanswered: asked.unanswered + few.length - answers.length,
      reason: asked.reason ?? told.find(({ reason }) => reason !== undefined)?.reason,
    };
    if (io.errScreen.isTerminal) io.err(`\r${model}: ${asked.turns} of ${turns.length} turns\u001b[K`);
  }
  if (io.errScreen.isTerminal) io.err("\r\u001b[K");
  return asked;
}

async function mayAsk(inquiries: readonly Inquiry[], { settings, store, yes, io }: ObserverRequest): Promise<boolean> {
  const used = await usedLately(store);
  for (const inquiry of inquiries) io.err(`${offerOf(inquiry, used, settings.config)}\n`);
  if (yes) return true;
  if (!io.ask) {
    throw new CoxError("usage", "nobody is there to agree to that.", { hint: "--yes agrees beforehand." });
  }
  if (await agrees(io, inquiries.length === 1 ? "Ask it?" : "Ask them?", "no")) return true;
  io.err("Nothing was sent.\n");
  return false;
}

function usedLately(store: Pick<Store, "usage">): Promise<readonly UsageRow[]> {
  return store.usage({ since: new Date(Date.now() - USUAL_DAYS * 24 * 3600 * 1000).toISOString() });
}

/** One look at each turn: by what looks took here, else the most that is sent. An unsure objection is looked at again. */
function offerOf({ model, sameFamily, here, turns }: Inquiry, used: readonly UsageRow[], config: Config): string {
  const { observer, prices } = config;
  const most = (observer.budgetCharacters + OBSERVER_PROMPT.length + OVERHEAD_CHARACTERS) / CHARACTERS_PER_TOKEN;
  const usual = usualCall(used, model);
  const { inputTokens, outputTokens } = usual ?? { inputTokens: Math.ceil(most), outputTokens: ANSWER_TOKENS };
  const count = turns.length;
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  // Of one call: a long prompt costs more per token, many short ones do not.
  const price = costOf(model, { inputTokens, outputTokens, ...none }, prices);
  const cost = price === undefined ? "its price is not known here" : `about ${dollars(count * price)}`;
  const basis = usual
    ? `by what ${countOf(usual.calls, "call")} took here in the last ${USUAL_DAYS} days`
    : "an upper bound, because too few were asked here to know better";
  const amount = `${usual ? "" : "up to "}some ${tokens(count * inputTokens)} tokens in and ${tokens(count * outputTokens)} out`;
  const { enabled, model: second } = observer.closerLook;
  const again = enabled
    ? ` A closer look at unsure objections${second === "same" ? "" : ` (${second})`} comes on top.`
    : "";
  return `${model}${sameFamily ? SAME_FAMILY : ""} would be asked about ${countOf(count, "turn")}: ${amount}, ${cost} (${basis}).${again} Redacted parts of the transcripts ${here ? `go to ${here.join(" and ")}, on` : "leave"} this machine.`;
}

type Answer = [key: string, Opinion];

async function askAbout(
  path: string,
  turns: readonly CountedTurn[],
  judging: Judging,
  { parts, store, io }: ObserverRequest,
): Promise<{ answers: Answer[]; reason?: string }> {
  try {
    const host = turns[0]?.file.record.host ?? "";
    // Turns are numbered as the audit counted them: our own corrections begin none.
    const { thread, marks } = loadThread(path, hostNamed(host), parts.said);
    const all = await Promise.all(
      turns.map(async ({ at: began, turn: { turn: number, key, line, at, model, steps } }): Promise<Answer> => {
        const turn = thread.turns[number - 1];
        if (!turn) throw new CoxError("transcript.format", `${path} has no turn ${number} any more.`);
        const judgement = await judgeTurn(judging, thread, turn, { signal: io.signal });
        const { verdict } = judgement;
        if (verdict.usage.length > 0) await store.write({ usage: usageOf(thread.id, verdict.usage) });
        const { cwd } = thread;
        const opinion = { verdict, steps, at: began, ...(cwd === undefined ? {} : { cwd }) };
        if (verdict.verdict !== "correct") return [key, opinion];
        const where = { path, key, at, model, line, lineOf: marks.lineOf };
        const found = redactCase(caseOf(thread, turn, judgement, where), parts.redact);
        return [key, { ...opinion, found }];
      }),
    );
    const answers = all.filter(([, { verdict }]) => verdict.verdict !== "unchecked");
    const silent = all.find(([, { verdict }]) => verdict.verdict === "unchecked");
    return { answers, ...(silent ? { reason: silent[1].verdict.reason } : {}) };
  } catch (error) {
    return { answers: [], reason: describeError(error) };
  }
}
