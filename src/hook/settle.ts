import { existsSync } from "node:fs";
import { CoxError, hasCode } from "../errors.ts";
import { readBytes, withFile } from "../hosts/reading/file.ts";
import { isSettled } from "./closing.ts";
import type { ReadingRun } from "./hook-run.ts";
import { type Look, lookAt, versionOf } from "./look.ts";

/** A host that writes its transcript late is waited for so long, and no longer than the time that is left allows. */
const PATIENCE_MS = 3000;
/** Only the last words are missing: they come in a moment, or with the end of the turn, which waits for us. */
const SECOND_PATIENCE_MS = 1500;
const STEP_MS = 25;

/**
 * Looks at a session when its turn is on the disk. Some hosts start the hook first and write afterwards: a file that is
 * not there, a call without its result or a turn without its end is waited for. Undefined where nothing came.
 */
export async function settledLook(run: ReadingRun): Promise<Look | undefined> {
  const { event } = run;
  if (event.transcript === undefined && event.messages === undefined) return undefined;
  const patience = patienceFor(run, PATIENCE_MS);
  await untilWitnessed(run, patience);
  let version = versionOf(event.transcript);
  let look = await tryLook(run);
  if (event.kind === "pre-compact" || event.kind === "post-tool" || event.messages !== undefined) return look;
  while ((!look || !isSettled(look.thread, run.host)) && patience.left()) {
    if (!(await patience.untilChanged(event.transcript, version))) break;
    version = versionOf(event.transcript);
    look = await tryLook(run);
  }
  return look && isSettled(look.thread, run.host) ? look : undefined;
}

/**
 * Looks once more before anything is said: where the agent's last words came from the host alone, steps before them may
 * be missing too, and nobody is told that something was not done because it was not written down yet. Throws where such
 * a step has come without its end.
 */
export async function secondLook(run: ReadingRun, first: Look): Promise<Look> {
  if (!first.ahead || run.event.messages !== undefined) return first;
  const patience = patienceFor(run, SECOND_PATIENCE_MS);
  let look = first;
  let { version } = first;
  while ((look.ahead || !isSettled(look.thread, run.host)) && patience.left()) {
    if (!(await patience.untilChanged(run.event.transcript, version))) break;
    version = versionOf(run.event.transcript);
    look = (await tryLook(run)) ?? look;
  }
  if (!isSettled(look.thread, run.host)) throw notInTime(run);
  return look;
}

/** Why a turn stays unchecked whose end was waited for. */
export function notInTime({ event }: ReadingRun): CoxError {
  const where = event.transcript ?? "what the host handed over";
  return new CoxError("transcript.unreadable", `the end of the turn did not come into ${where} in time.`);
}

/** A transcript that ends with an earlier turn looks as settled as one that holds this turn. */
async function untilWitnessed({ event }: ReadingRun, patience: Patience): Promise<void> {
  const { witness, transcript } = event;
  if (witness === undefined || transcript === undefined) return;
  let version: number | undefined;
  do version = versionOf(transcript);
  while (!endHas(transcript, witness) && (await patience.untilChanged(transcript, version)));
}

/** More than a host writes behind it before its hooks have ended. */
const END_BYTES = 64 * 1024;

function endHas(path: string, text: string): boolean {
  if (!existsSync(path)) return false;
  return withFile(path, (file, size) => {
    const start = Math.max(0, size - END_BYTES);
    return readBytes(file, start, size - start).includes(text);
  });
}

async function tryLook(run: ReadingRun): Promise<Look | undefined> {
  try {
    return await lookAt(run);
  } catch (error) {
    if (hasCode(error, "transcript.missing")) return undefined;
    throw error;
  }
}

interface Patience {
  left(): boolean;
  /** False when the transcript still was of this version when the time was up. */
  untilChanged(path: string | undefined, version: number | undefined): Promise<boolean>;
}

function patienceFor({ remainingMs }: ReadingRun, longestMs: number): Patience {
  const until = remainingMs() - Math.min(longestMs, remainingMs() / 2);
  const left = () => remainingMs() > until;
  return {
    left,
    async untilChanged(path, version) {
      while (left()) {
        if (versionOf(path) !== version) return true;
        await new Promise((resolve) => {
          setTimeout(resolve, STEP_MS);
        });
      }
      return false;
    },
  };
}
