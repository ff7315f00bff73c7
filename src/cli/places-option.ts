import { homedir } from "node:os";
import { type Place, transcriptPlaces } from "../audit/places.ts";
import type { Io } from "./command.ts";
import { hostOption } from "./load-thread.ts";

/** Where the agents that a person names keep their transcripts; all agents where none is named. */
export function hostPlaces(names: readonly string[], io: Io): readonly Place[] {
  const hosts = names.flatMap((name) => hostOption(name)?.name ?? []);
  const home = io.env["HOME"] ?? io.env["USERPROFILE"] ?? homedir();
  return transcriptPlaces({ home, env: io.env }).filter(({ host }) => hosts.length === 0 || hosts.includes(host));
}
