import { CASE_ID_PREFIX } from "../audit/case.ts";
import { type KnownCases, openKnownCases } from "../compose/audit.ts";
import type { Config } from "../config.ts";
import { describeError } from "../errors.ts";
import { neutralise } from "../neutralise.ts";
import type { Io } from "./command.ts";

/**
 * Runs `work` with the cases of audits, if the name may be one of theirs. If these cannot be read, the store is still
 * used.
 */
export async function withKnownCases<Result>(
  config: Config,
  name: string,
  io: Pick<Io, "err">,
  work: (cases: KnownCases | undefined) => Promise<Result>,
): Promise<Result> {
  const cases = isOfAudits(name) ? await openOr(config, io) : undefined;
  try {
    return await work(cases);
  } finally {
    cases?.close();
  }
}

function isOfAudits(name: string): boolean {
  const small = name.toLowerCase();
  return small.startsWith(CASE_ID_PREFIX) || CASE_ID_PREFIX.startsWith(small);
}

async function openOr(config: Config, io: Pick<Io, "err">): Promise<KnownCases | undefined> {
  try {
    return await openKnownCases(config);
  } catch (error) {
    io.err(`cox: What audits found cannot be read: ${neutralise(describeError(error))}\n`);
    return undefined;
  }
}
