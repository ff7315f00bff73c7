import { setImmediate } from "node:timers/promises";
import { CoxError } from "../../src/text/errors.ts";

/** Something that goes wrong at one call. `happen` gets the real call and throws, rejects, changes or withholds its answer. */
export interface Fault {
  readonly name: string;
  /** Differs from others of the kind in its words alone: at each step one of them happens, in turn. */
  readonly alike?: true;
  happen(real: () => unknown): unknown;
}

export interface FaultPoint {
  readonly seam: string;
  readonly method: string;
  readonly call: number;
}

/** Wraps an object so that its calls are counted and the one that is aimed at goes wrong. */
export type Wrap = <Target extends object>(seam: string, target: Target) => Target;

/**
 * A piece of the program with its seams, run once. `run` gets the wrapper and puts it around whatever may fail. In peace
 * its time limits are such that a busy machine keeps them too.
 */
export interface Scenario<Outcome> {
  readonly name: string;
  run(wrap: Wrap, inPeace?: boolean): Promise<Outcome>;
}

export interface FaultRun<Outcome> {
  readonly point: FaultPoint;
  readonly fault: Fault;
  /** False where the run never got to the point. */
  readonly reached: boolean;
  /** What came out, or why nothing did. */
  readonly outcome:
    | { readonly ended: true; readonly value: Outcome }
    | { readonly ended: false; readonly error: unknown };
}

/**
 * Runs a scenario once in peace to see which calls it makes, then once for every call and every fault of its seam, or of
 * its method where there are some for it (`seam.method`).
 */
export async function runWithFaults<Outcome>(
  scenario: Scenario<Outcome>,
  faults: Readonly<Record<string, readonly Fault[]>>,
  timeoutMs: number,
): Promise<{ readonly peace: Outcome; readonly runs: readonly FaultRun<Outcome>[] }> {
  const counted = counting();
  const peace = await scenario.run(counted.wrap, true);
  const trials = counted.points().flatMap((point, index) => {
    const possible = faults[`${point.seam}.${point.method}`] ?? faults[point.seam] ?? [];
    return oneOfAlike(possible, index).map((fault) => ({ point, fault }));
  });
  const runs: FaultRun<Outcome>[] = [];
  let next = 0;
  // Most of them wait for a time limit: together they wait once.
  const lane = async (): Promise<void> => {
    for (let trial = trials[next++]; trial; trial = trials[next++]) {
      const { point, fault } = trial;
      // A run that waits for nothing would leave the time limits of the others no moment to pass.
      await setImmediate();
      const aimed = counting(point, fault);
      const outcome = await settle(scenario.run(aimed.wrap), timeoutMs);
      runs.push({ point, fault, reached: aimed.reached(), outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { peace, runs };
}

function oneOfAlike(faults: readonly Fault[], turn: number): readonly Fault[] {
  const alike = faults.filter((fault) => fault.alike);
  return faults.filter((fault) => !fault.alike || fault === alike[turn % alike.length]);
}

const AT_ONCE = 32;
const TICK_MS = 100;

async function settle<Outcome>(run: Promise<Outcome>, timeoutMs: number): Promise<FaultRun<Outcome>["outcome"]> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_resolve, reject) => {
    let waited = 0;
    // Counted by a timer that stands still while others have the processor: on a busy machine nothing hangs for that.
    timer = setInterval(() => {
      waited += TICK_MS;
      if (waited >= timeoutMs) reject(new Error(`it hung: nothing came within ${timeoutMs} ms`));
    }, TICK_MS);
  });
  try {
    return { ended: true, value: await Promise.race([run, hung]) };
  } catch (error) {
    return { ended: false, error };
  } finally {
    clearInterval(timer);
  }
}

interface Counting {
  readonly wrap: Wrap;
  points(): FaultPoint[];
  reached(): boolean;
}

function counting(aim?: FaultPoint, fault?: Fault): Counting {
  const calls = new Map<string, FaultPoint>();
  let reached = false;
  const wrap: Wrap = (seam, target) =>
    new Proxy(target, {
      get(object, method, receiver) {
        const value: unknown = Reflect.get(object, method, receiver);
        if (typeof value !== "function" || typeof method !== "string") return value;
        return (...args: unknown[]): unknown => {
          const key = `${seam}.${method}`;
          const call = (calls.get(key)?.call ?? 0) + 1;
          calls.set(key, { seam, method, call });
          const real = (): unknown => Reflect.apply(value, object, args);
          const hit = aim?.seam === seam && aim.method === method && aim.call === call;
          if (!hit || !fault) return real();
          reached = true;
          return fault.happen(real);
        };
      },
    });
  return {
    wrap,
    reached: () => reached,
    points: () =>
      [...calls.values()].flatMap(({ seam, method, call }) =>
        Array.from({ length: call }, (_, index) => ({ seam, method, call: index + 1 })),
      ),
  };
}

export function rejecting(name: string, make: () => unknown): Fault {
  return { name, happen: () => Promise.reject(make()) };
}

export function throwing(name: string, make: () => unknown): Fault {
  return {
    name,
    happen: () => {
      throw make();
    },
  };
}

export function giving(name: string, value: () => unknown): Fault {
  return { name, happen: value };
}

/** Does its work, and then the answer is lost. */
export function losing(name: string, make: () => unknown): Fault {
  return {
    name,
    happen: async (real) => {
      await real();
      throw make();
    },
  };
}

export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

function sqliteError(errcode: number, message: string): CoxError {
  const cause = Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode });
  return new CoxError("store.unavailable", `The store cannot be used: ${message}.`, { cause });
}

export const STORE_FAULTS: readonly Fault[] = [
  rejecting("disk full", () => sqliteError(13, "database or disk is full")),
  rejecting("locked", () => sqliteError(5, "database is locked")),
  rejecting("corrupt", () => sqliteError(11, "database disk image is malformed")),
  rejecting("read-only home", () => sqliteError(8, "attempt to write a readonly database")),
  rejecting("out of file handles", () => systemError("EMFILE", "too many open files")),
  rejecting("file gone", () => sqliteError(14, "unable to open database file")),
  throwing("throws at once", () => systemError("EIO", "i/o error")),
  losing("done, but the answer is lost", () => systemError("EIO", "i/o error")),
];
