import { type KnownCases, openKnownCases } from "../compose/audit.ts";
import type { Config } from "../config.ts";
import type { AuditedCases } from "../decisions/find-verdict.ts";
import { describeError } from "../errors.ts";
import { neutralise } from "../neutralise.ts";
import { CASE_ID_PREFIX } from "../session/case.ts";
import type { Io } from "./command.ts";

/** With the cases of audits, if the name may be one of theirs. The store is used even if they cannot be read. */
export async function withKnownCases<Result>(
  config: Config,
  name: string,
  io: Pick<Io, "err">,
  work: (cases: AuditedCases) => Promise<Result>,
): Promise<Result> {
  const cases = isOfAudits(name) ? await openOr(config, io) : name === "last" ? await openQuietly(config) : undefined;
  try {
    return await work(cases);
  } finally {
    if (cases !== "unreadable") cases?.close();
  }
}

function isOfAudits(name: string): boolean {
  const small = name.toLowerCase();
  return small.startsWith(CASE_ID_PREFIX) || CASE_ID_PREFIX.startsWith(small);
}

/** The newest is seldom one of an audit, so it is nothing to tell where those cannot be read. */
function openQuietly(config: Config): Promise<KnownCases | undefined> {
  return openKnownCases(config).catch(() => undefined);
}

async function openOr(config: Config, io: Pick<Io, "err">): Promise<KnownCases | "unreadable" | undefined> {
  try {
    return await openKnownCases(config);
  } catch (error) {
    io.err(`cox: What audits found cannot be read: ${neutralise(describeError(error))}\n`);
    return "unreadable";
  }
}
