import { existsSync } from "node:fs";
import { CoxError, hasCode } from "../text/errors.ts";
import { readBytes, withFile } from "../hosts/reading/file.ts";
import { isSettled } from "./closing.ts";
import type { ReadingRun } from "./hook-run.ts";
import { type Look, lookAt, versionOf } from "./look.ts";

/** How long to wait for a host that writes its transcript late; also limited by half of the remaining time. */
const PATIENCE_MS = 3000;
/** How long to wait when only the last words are missing: they come at once, or only after us. */
const SECOND_PATIENCE_MS = 1500;
const STEP_MS = 25;

/** Some hosts start the hook first and write afterwards. Undefined when the turn did not come in time. */
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

/** Steps before the last words may be missing, and nobody may be told that they were not done. */
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

export function notInTime({ event }: ReadingRun): CoxError {
  const where = event.transcript ?? "what the host handed over";
  return new CoxError("transcript.unreadable", `the end of the turn did not come into ${where} in time.`);
}

/** Until the transcript ends with the host's witness text: an earlier turn at its end would look just as settled. */
async function untilWitnessed({ event }: ReadingRun, patience: Patience): Promise<void> {
  const { witness, transcript } = event;
  if (witness === undefined || transcript === undefined) return;
  let version: number | undefined;
  do version = versionOf(transcript);
  while (!endHas(transcript, witness) && (await patience.untilChanged(transcript, version)));
}

/** More than a host writes after the witness text before its hooks have ended. */
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

type Patience = ReturnType<typeof patienceFor>;

function patienceFor({ remainingMs }: ReadingRun, longestMs: number) {
  const until = remainingMs() - Math.min(longestMs, remainingMs() / 2);
  const left = () => remainingMs() > until;
  return {
    left,
    /** Resolves to false when the transcript still had this version when the time was up. */
    async untilChanged(path: string | undefined, version: number | undefined): Promise<boolean> {
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
