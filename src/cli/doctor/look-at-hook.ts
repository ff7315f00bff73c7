import { describeError } from "../../errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import { INSTALLERS } from "../../hosts/installers.ts";
import { type HookFact, hookFacts } from "../../install/facts.ts";
import { installPlace, isBuilt, type PlaceRequest } from "../../install/place.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

/** Whether our hook is in a host's settings, as it should be, and trusted. */
export function lookAtHook(host: string, request: PlaceRequest): Diagnosis[] {
  const installer = INSTALLERS.find((each) => each.name === host);
  if (!installer) return [];
  try {
    return factsIn(installer, request).map((fact) => diagnosisOf(fact, host));
  } catch (error) {
    const told = `it cannot be told whether ${host} is watched: ${describeError(error)}`;
    return [note("hook", told, "Mend the file that is named.")];
  }
}

/** In a checkout the program that is started may not be there yet. */
type Fact = HookFact | { readonly type: "unbuilt" };

/** For oneself, else for everybody who works in this directory. */
function factsIn(installer: Installer, request: PlaceRequest): Fact[] {
  const facts = (scope: PlaceRequest["scope"]) => hookFacts(installer, installPlace(installer, { ...request, scope }));
  const own = facts("user");
  if (own.some(({ type }) => type === "outdated")) return own;
  if (own.some(({ type }) => type === "installed")) return isBuilt(request.root) ? own : [...own, { type: "unbuilt" }];
  const shared = facts("project");
  return shared.some(({ type }) => type !== "missing") ? shared : own;
}

function diagnosisOf(fact: Fact, host: string): Diagnosis {
  switch (fact.type) {
    case "installed":
      return fine("hook", `${host} is watched: ${fact.files.join(", ")}`);
    case "missing":
      return note("hook", `${host} is not watched`, `cox install ${host}`);
    case "outdated":
      return warning("hook", `${fact.file} starts another program than this one would`, `cox install ${host}`);
    case "unbuilt":
      return warning("hook", "the program it starts is not built, so nothing is checked", "Run npm run build.");
    case "untrusted":
      return warning("hook", "Codex does not trust the hook, so it does not run", "cox install codex, or /hooks in it");
  }
}
