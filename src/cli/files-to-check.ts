import { createWriteStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type BegunSession, sessionsIn } from "../audit/sessions-here.ts";
import { findInPlaces } from "../audit/find-transcripts.ts";
import { hostNamed } from "../hosts/hosts.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import { CoxError } from "../text/errors.ts";
import { jsonLine } from "../text/json.ts";
import { neutralise, squeezed } from "../text/strings.ts";
import { fit, styleFor } from "../show/wrap.ts";
import type { Io } from "./command.ts";
import { hostPlaces, projectOption } from "./options/parse-options.ts";

export interface FileToCheck {
  readonly path: string;
  /** What it is called, where that is not its path. */
  readonly name?: string;
}

/** Files as they are named; `last`, and no name at all, is the newest session of this directory, `-` standard input. */
export async function withFilesToCheck<Result>(
  named: readonly string[],
  { host, io }: { readonly host: string | undefined; readonly io: Io },
  work: (files: readonly FileToCheck[]) => Promise<Result>,
): Promise<Result> {
  const names = named.length === 0 ? ["last"] : named;
  const files = names.map((name): FileToCheck => {
    const isLast = name === "last" && !existsSync(resolve(io.cwd, name));
    return { path: isLast ? newestHere(host, io) : name };
  });
  if (!names.includes("-")) return work(files);
  const { input } = io;
  if (!input)
    throw new CoxError("usage", "nothing comes in on standard input.", { hint: "Write: cat FILE | cox check -" });
  return inTemporaryDirectory("check", async (directory) => {
    // A transcript is read more than once, and from its end: what comes in is kept until then.
    const path = join(directory, "transcript");
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return work(files.map((file) => (file.path === "-" ? { path, name: "standard input" } : file)));
  });
}

function sessionsHere(most: number, host: string | undefined, io: Io): readonly BegunSession[] {
  const found = findInPlaces(hostPlaces(host === undefined ? [] : [host], io));
  return sessionsIn(found, projectOption(".", io).holds, most);
}

function newestHere(host: string | undefined, io: Io): string {
  const [newest] = sessionsHere(1, host, io);
  if (newest) return newest.path;
  const whose = host === undefined ? "an agent" : (hostNamed(host)?.title ?? host);
  throw new CoxError("transcript.missing", `No session of ${whose} in this directory was found.`, {
    hint: "cox check FILE takes a transcript from anywhere; cox audit looks at all of this machine.",
  });
}

const MOST_LISTED = 20;

/** The newest sessions of this directory, with the command that checks each. */
export function listSessions(host: string | undefined, json: boolean, io: Io): void {
  const sessions = sessionsHere(MOST_LISTED, host, io);
  if (json) {
    io.out(jsonLine(sessions.map(({ changedMs, ...told }) => ({ ...told, changedAt: timeOf(changedMs) }))));
    return;
  }
  if (sessions.length === 0) return io.out("No session of an agent in this directory was found.\n");
  const { dim } = styleFor(io.color);
  for (const { path, host: name, request, changedMs } of sessions) {
    const facts = `${timeOf(changedMs).slice(0, 16).replace("T", " ")} UTC · ${hostNamed(name)?.title ?? name} · `;
    const words = fit(neutralise(squeezed(request)), Math.max(20, io.columns - facts.length));
    io.out(`${dim(facts)}${words}\n  cox check ${neutralise(path)}\n`);
  }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
