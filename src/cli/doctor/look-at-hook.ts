import { INSTALLERS } from "../../hosts/installers.ts";
import { type HookFact, hookFacts } from "../../install/facts.ts";
import { installPlace, type PlaceRequest } from "../../install/place.ts";
import { describeError } from "../../errors.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

/** Whether our hook is in a host's settings, as it should be, and trusted. */
export function lookAtHook(host: string, request: PlaceRequest): Diagnosis[] {
  const installer = INSTALLERS.find((each) => each.name === host);
  if (!installer) return [];
  try {
    return hookFacts(installer, installPlace(installer, request)).map((fact) => diagnosisOf(fact, host));
  } catch (error) {
    return [note("hook", `it cannot be told whether ${host} is watched: ${describeError(error)}`)];
  }
}

function diagnosisOf(fact: HookFact, host: string): Diagnosis {
  switch (fact.type) {
    case "installed":
      return fine("hook", `${host} is watched: ${fact.files.join(", ")}`);
    case "missing":
      return note("hook", `${host} is not watched`, `cox install ${host}`);
    case "outdated":
      return warning("hook", `${fact.file} starts another program than this one would`, `cox install ${host}`);
    case "untrusted":
      return warning("hook", "Codex does not trust the hook, so it does not run", "cox install codex, or /hooks in it");
  }
}
