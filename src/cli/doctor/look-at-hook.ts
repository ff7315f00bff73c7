import { isAbsolute } from "node:path";
import { type CoxError, describeError } from "../../text/errors.ts";
import type { Installer, Placement } from "../../hosts/installer.ts";
import { INSTALLERS } from "../../hosts/hooks.ts";
import { type HookFact, hookFacts } from "../../install/facts.ts";
import type { HooksOff } from "../../install/hooks-off.ts";
import { installPlace, isBuilt, type PlaceRequest, shellWord } from "../../install/place.ts";
import { whyRefused } from "../../install/plan.ts";
import { leftBeside } from "../../install/settings-file.ts";
import { findProgram } from "../../process/find-program.ts";
import { type Diagnosis, broken, fine, note, warning } from "./diagnosis.ts";

/** Whether our hook is in a host's settings, up to date, and trusted. */
export function lookAtHook(host: string, request: PlaceRequest): Diagnosis[] {
  const installer = INSTALLERS.find((each) => each.name === host);
  if (!installer) return [];
  try {
    const { facts, scope } = factsIn(installer, request);
    const install = `cox install ${scope === "project" ? "--project " : ""}${host}`;
    const off = request.config.mode === "off";
    const idle = facts.some(({ type }) => IDLE.includes(type));
    const refused = () => whyRefused(installer, installPlace(installer, { ...request, scope }));
    const isOnPath = installer.commands.some((command) => findProgram(command, request.env) !== undefined);
    return [
      ...facts.map((fact) => diagnosisOf(fact, { host, install, refused, off, idle, isOnPath })),
      ...draftsOf(installer, { ...request, scope }),
    ];
  } catch (error) {
    const told = `it cannot be told whether ${host} is watched: ${describeError(error)}`;
    return [note("hook", told, "Mend the file that is named.")];
  }
}

/** Where a host's hook stands, and for which directory alone; undefined where it does not stand anywhere. */
export function installedHook(host: string, request: PlaceRequest) {
  const installer = INSTALLERS.find((each) => each.name === host);
  if (!installer) return undefined;
  try {
    const { facts, scope } = factsIn(installer, request);
    const files = facts.flatMap((fact) => (fact.type === "installed" ? fact.files : []));
    return files.length === 0 ? undefined : { host, files, project: scope === "project" ? request.project : undefined };
  } catch {
    return undefined;
  }
}

function draftsOf(installer: Installer, request: PlaceRequest): Diagnosis[] {
  const files = installer.placements(installPlace(installer, request)).map(placeOf);
  return [...new Set(files)].flatMap(leftBeside).map((draft) => {
    const told = `${draft} was left behind when installing or uninstalling was killed`;
    return warning("hook", told, `rm ${shellWord(draft, process.platform)}`);
  });
}

function placeOf(placement: Placement): string {
  return placement.type === "codex-trust" ? placement.config : placement.file;
}

/** In a checkout, the program that the hook starts may not be built yet. */
type Fact = HookFact | { readonly type: "unbuilt" };

interface FactsIn {
  readonly scope: PlaceRequest["scope"];
  readonly facts: readonly Fact[];
}

/** The facts about the user's own installation or, if there is none, about the one in this directory. */
function factsIn(installer: Installer, request: PlaceRequest): FactsIn {
  const own = factsFor("user");
  if (!has(own, "missing")) {
    const unbuilt = has(own, "installed") && !has(own, "outdated") && !isBuilt(request.root);
    return { scope: "user", facts: unbuilt ? [...own, { type: "unbuilt" }] : own };
  }
  const shared = factsFor("project");
  return shared.some(isNoneOfOurs) ? { scope: "user", facts: own } : { scope: "project", facts: shared };

  function factsFor(scope: PlaceRequest["scope"]): HookFact[] {
    return hookFacts(installer, installPlace(installer, { ...request, scope }));
  }
}

/** True when the project has none of our hooks, also when its settings are broken. */
function isNoneOfOurs(fact: HookFact): boolean {
  return fact.type === "missing" || (fact.type === "unreadable" && !fact.installed);
}

function has(facts: readonly HookFact[], type: HookFact["type"]): boolean {
  return facts.some((fact) => fact.type === type);
}

interface Watched {
  readonly host: string;
  readonly install: string;
  readonly refused: () => CoxError | undefined;
  readonly off: boolean;
  /** True when another fact says why the hook does not run. */
  readonly idle: boolean;
  /** False when the host's program cannot be asked; then installing cannot make it trust the hook. */
  readonly isOnPath: boolean;
}

function diagnosisOf(fact: Fact, watched: Watched): Diagnosis {
  const { host, install, refused, off, idle, isOnPath } = watched;
  switch (fact.type) {
    case "installed": {
      const files = fact.files.join(", ");
      if (off) return note("hook", `${host} has the hook, which does nothing while mode is off: ${files}`);
      return idle
        ? note("hook", `${host} has the hook, but is not watched: ${files}`)
        : fine("hook", `${host} is watched: ${files}`);
    }
    case "missing":
      return byInstall(note, `${host} is not watched`, watched);
    case "dead": {
      const told = `the hook in ${fact.file} does nothing: ${fact.program} is not`;
      return isAbsolute(fact.program)
        ? byInstall(broken, `${told} there`, watched)
        : broken("hook", `${told} on the PATH`, ON_THE_PATH);
    }
    case "unreadable": {
      const told = `${host} is not watched: ${fact.reason}`;
      return (fact.installed ? broken : warning)("hook", told, `Mend that file, then ${install}.`);
    }
    case "outdated":
      return byInstall(warning, `${fact.file} starts another program than this one would, or at other events`, watched);
    case "not-let-in":
      return byInstall(warning, `${fact.key} in ${fact.file} is not as the plugin needs it`, watched);
    case "unbuilt":
      return warning("hook", "the program it starts is not built, so nothing is checked", "Run npm run build.");
    case "switched-off": {
      const where = fact.whose === "project" ? " in this directory" : "";
      const what = fact.sparesManaged ? "hooks that an administrator did not set" : "any hook";
      return warning("hook", `${fact.key} in ${fact.file} keeps ${host} from running ${what}${where}`, mendOf(fact));
    }
    case "distrusted": {
      const why = fact.refused ? `${fact.file} says not to trust it` : `${fact.file} does not call it trusted`;
      const told = `${host} reads nothing of this directory, so not the hook in it: ${why}`;
      return warning("hook", told, `Start ${host} here and trust it, or cox install ${host} for yourself.`);
    }
    case "disabled":
      return warning("hook", `the hook is switched off in ${fact.file}`, `Switch it on under /hooks in ${host}.`);
    case "untrusted":
      return warning(
        "hook",
        "Codex does not trust the hook, so it does not run",
        isOnPath && !refused() ? `${install}, or /hooks in it` : "Start codex, type /hooks and trust coxswain's.",
      );
  }
}

/** A diagnosis that installing solves. If installing would be refused, that reason is a warning of its own. */
function byInstall(as: typeof warning, detail: string, { install, refused }: Watched): Diagnosis {
  const why = refused();
  if (!why) return as("hook", detail, install);
  const told = `${detail}, and ${install} would leave it out: ${why.message}`;
  return (as === note ? warning : as)("hook", told, why.hint ?? "Mend it there.");
}

function mendOf({ whose }: HooksOff): string {
  if (whose === "administrator") return "Ask who administers this machine: nobody else can take it out there.";
  return whose === "defaults" ? "Your own settings override it: set it there." : "Take it out there.";
}

/** Facts which mean that the hook is installed but does not run. */
const IDLE: readonly Fact["type"][] = ["unbuilt", "not-let-in", "switched-off", "distrusted", "disabled", "untrusted"];
const ON_THE_PATH = "npm install -g coxswain puts it there.";
