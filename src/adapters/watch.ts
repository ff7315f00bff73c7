import type { AssessOptions, CorrectorParts, Decision } from "../corrector.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { createRememberingCorrector } from "../messages/remembering-corrector.ts";
import type { OwnTools } from "../messages/thread-of-messages.ts";
import { createMemoryStore } from "../store/memory.ts";
import { messageNameFrom } from "../hosts/reading/deltas.ts";
import { asRecord, type Loose } from "../text/loose.ts";
import type { Thread } from "../thread/thread.ts";
import type { Judge } from "../verdict.ts";

/** The same for every framework. Nothing has to be given: then evidence alone judges, and this process remembers. */
export interface AdapterOptions extends Pick<CorrectorParts, "gate" | "guard" | "redact"> {
  /** What the record proves without a model. `false` leaves it out. */
  readonly evidence?: Judge | false;
  /** A model, for what proof cannot settle: `createObserver`. Its usage is in the decisions, never in the agent's. */
  readonly observer?: Judge;
  /** Where is kept what was said: `openSqliteStore` keeps it over a restart, `openPostgresStore` for all replicas. */
  readonly store?: CorrectorParts["store"];
  /** At the end of a turn, also while the agent works (`parallel`), or without a word to it (`shadow`). */
  readonly mode?: "end-turn" | "parallel" | "shadow";
  /** Every decision, for your log. It is not waited for, and its errors are ignored. */
  readonly onDecision?: (decision: Decision, threadId: string) => unknown;
  /** Your name for the conversation. By default it is named after its first message, which must then stay in it. */
  readonly threadId?: string | undefined;
  readonly cwd?: string | undefined;
  /** What tools of your own do: `{ runTests: "execute" }`. */
  readonly tools?: OwnTools | undefined;
  /** How long the agent may have to wait for a decision. */
  readonly timeoutMs?: number;
}

export interface LookOptions extends AssessOptions {
  readonly threadId?: string | undefined;
}

/** Looks at conversations. It never throws, and never takes longer than the limit: then there is no decision. */
export interface Watch {
  readonly isParallel: boolean;
  readonly isShadow: boolean;
  atMessages(messages: readonly unknown[], options?: LookOptions): Promise<Decision | undefined>;
  atThread(thread: Thread, options?: AssessOptions): Promise<Decision | undefined>;
}

/** What goes to the agent; undefined where nothing may be said. */
export function wordsOf(decision: Decision | undefined): string | undefined {
  return decision?.inject ? (decision.verdict.message ?? undefined) : undefined;
}

const PATIENCE_MS = 60_000;

export function createWatch(options: AdapterOptions): Watch {
  const { evidence, observer, store = createMemoryStore(), mode = "end-turn", onDecision, tools, cwd } = options;
  const { gate, guard, redact, timeoutMs = PATIENCE_MS } = options;
  const corrector = createRememberingCorrector({
    ...(evidence === false ? {} : { evidence: evidence ?? createEvidenceJudge() }),
    ...(observer ? { observer } : {}),
    ...(gate ? { gate } : {}),
    ...(guard ? { guard } : {}),
    ...(redact ? { redact } : {}),
    store,
    shadow: mode === "shadow",
  });

  /** A judge that heeds no signal is left behind: what it says later finds nobody, and takes no leave. */
  async function inTime(
    look: (signal: AbortSignal) => Promise<Decision>,
    threadId: string,
    given?: AbortSignal,
  ): Promise<Decision | undefined> {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = given ? AbortSignal.any([given, limit]) : limit;
    try {
      const decision = await Promise.race([look(signal), aborted(signal)]);
      if (decision) tell(decision, threadId);
      return decision;
    } catch {
      return undefined;
    }
  }

  function tell(decision: Decision, threadId: string): void {
    void (async () => onDecision?.(decision, threadId))().catch(() => undefined);
  }

  return {
    isParallel: mode === "parallel",
    isShadow: mode === "shadow",
    async atMessages(messages, { threadId, signal: given, ...facts } = {}) {
      const name = threadId ?? options.threadId ?? nameOf(messages);
      const named = { ...facts, threadId: name, cwd, tools };
      return inTime((signal) => corrector.assessMessages(messages, { ...named, signal }), name, given);
    },
    async atThread(thread, { signal: given, ...facts } = {}) {
      return inTime((signal) => corrector.assess(thread, { ...facts, signal }), thread.id, given);
    },
  };
}

/** Of a conversation whose program gives it no name: two that begin alike share their limits. */
function nameOf(messages: readonly unknown[]): string {
  const first = messages.map(asRecord).find((message) => message?.["role"] === "user");
  return messageNameFrom("conversation", first?.["content"] ?? first?.["parts"]);
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", resolve, { once: true });
  });
}

/** Ours and theirs, where a framework has room for one callback. What theirs answers goes before what ours does. */
export function beside<Event>(
  ours: (event: Event) => unknown,
  theirs: ((event: Event) => unknown) | undefined,
): (event: Event) => Promise<unknown> {
  return async (event) => {
    const [mine, other] = await Promise.all([ours(event), theirs?.(event)]);
    return other ?? mine;
  };
}

export function callbackIn(call: Loose, ...names: readonly string[]): ((event: unknown) => unknown) | undefined {
  const callback = names.map((name) => call[name]).find((each) => typeof each === "function");
  return callback && ((event) => Reflect.apply(callback, undefined, [event]));
}

type Call = (...given: unknown[]) => unknown;

/** A function, or an object with such methods, whose calls are made by another; all else about it stays as it is. */
export function wrapped<Target extends object>(
  target: Target,
  methods: readonly string[],
  around: (call: Call) => Call,
): Target {
  return new Proxy(target, {
    apply: (run, self, given) => around((...each) => callOf(run, self, each))(...given),
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== "function") return value;
      const call: Call = (...each) => callOf(value, object, each);
      return typeof key === "string" && methods.includes(key) ? around(call) : call;
    },
  });
}

function callOf(called: unknown, self: unknown, given: readonly unknown[]): unknown {
  if (typeof called !== "function") throw new TypeError("This can be given an agent or a function that runs one.");
  return Reflect.apply(called, self, given);
}
