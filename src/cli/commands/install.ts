import { join } from "node:path";
import { choosing, observerOfHost } from "../../compose/choosing.ts";
import { usualDay } from "../../compose/usual-day.ts";
import { type LoadedConfig, configForWatching } from "../../config.ts";
import { USER_FILE } from "../../config/files.ts";
import { CoxError } from "../../text/errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import { INSTALLERS } from "../../hosts/hooks.ts";
import { codexHashes } from "../../install/codex-hashes.ts";
import { namesOurProgram, type PlaceRequest, installPlace, isBuilt } from "../../install/place.ts";
import {
  type HostInstall,
  forecast,
  generalRemarks,
  installHost,
  passing,
  planHost,
} from "../../install/host-install.ts";
import type { Manifest } from "../../install/manifest.ts";
import { planOwnSettings, writeOwnSettings } from "../../install/own-settings.ts";
import { type InstallPlan, planInstall } from "../../install/plan.ts";
import { refuseBrokenLink } from "../../install/settings-file.ts";
import { jsonLine } from "../../text/json.ts";
import { reachableObservers } from "../../models/choose.ts";
import { findLocalServers, type LocalServer } from "../../models/local-servers.ts";
import { neutralise } from "../../text/strings.ts";
import { findProgram } from "../../process/find-program.ts";
import { addressOf, type ChosenSettings, chooseObserver } from "../choose-observer.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io, agrees, expectAnswer } from "../command.ts";
import { defineCommand, type Given } from "../define-command.ts";
import { lookForObserver } from "../doctor/look-at-models.ts";
import { type OwnSettings, hostsHere, installation, namedHosts } from "../install-request.ts";
import { closingText, installJson, plansText, NOTHING_CHANGED } from "../show/install-text.ts";
import { ignoredSettings, tellIgnored } from "../tell-problems.ts";

const MODES = ["end-turn", "parallel", "shadow", "off"];

const OPTIONS = [
  ["HOST…", `${INSTALLERS.map(({ name }) => name).join(", ")} (default: those that are here)`],
  ["--user", "for yourself, in all projects (default)"],
  ["--project", "for everybody who works in this directory"],
  [
    "--observer MODEL",
    "none: evidence alone, nothing leaves this machine (the default unless you have set one); auto; or provider/model. Holds in all projects",
  ],
  ["--mode MODE", `${MODES.slice(0, -1).join(", ")} or ${MODES.at(-1)}. Holds in all projects`],
  ["--shadow", "decide and record, but say nothing to the agent: the same as --mode shadow"],
  ["--dry-run", "show what would change, and change nothing"],
  ["--yes", "do not ask"],
  ["--json", "what was done, or would be, as one line of JSON, with --dry-run or --yes"],
] as const;

export const command = defineCommand({
  name: "install",
  usage: ["install [HOST…] [OPTIONS]"],
  options: OPTIONS,
  examples: [
    "cox install",
    "cox install claude-code codex --observer none --yes",
    "cox install --dry-run",
    "cox install --yes --json",
    "# to run a project's own checks when an agent stops there, name it in checks.watched: cox config checks.watched",
  ],
  async run(given, io) {
    const { dryRun, yes, json, named, wishes: flags, scope } = readRequest(given);
    const { request, manifest, settings, loaded: before } = installation(io, scope, { overrides: flags });
    expectAnswer({ yes, dryRun, json }, io, "change");
    tellIgnored(before, io);
    const unbuilt = request.scope === "user" && !isBuilt(request.root);
    if (unbuilt && !dryRun) throw new CoxError("usage", NOT_BUILT);
    const hosts = named.length > 0 ? named : hostsHere(request);
    if (hosts.length === 0)
      throw new Error("no agent was found on this machine. Name one: cox install --help lists them.");
    const { "observer.model": model = "none" } = flags;
    const servers = model === "none" ? [] : await findLocalServers(io.env, before.config.providers);
    const wishes = { ...flags, ...addressOf(model, servers) };
    const settingsFile = join(settings, USER_FILE);
    if (Object.keys(wishes).length > 0) refuseBrokenLink(settingsFile);
    const planned = await planAll(hosts, request, manifest, io);
    const plans = plansOf(planned);
    const isAsked = !yes && !dryRun && plans.length > 0 && wishes["mode"] !== "off" && isOpen(before);
    const chosen = isAsked ? await askWho(plans, before, io) : {};
    if (chosen === undefined || io.signal.aborted) return leave(io);
    const set = { ...wishes, ...chosen };
    const loaded = withSettings(set, scope, io);
    // These are no reason not to install: proof decides meanwhile, and what is missing can be added later.
    const lacks =
      plans.length === 0
        ? []
        : [
            ...observerLacks(loaded, servers, io),
            ...(unbuilt ? [NOT_BUILT] : []),
            ...passing(request),
            // After an installation that nobody is asked about, it is told as its result.
            ...(yes && !dryRun ? [] : forecast(request)),
          ];
    const asked = observersOf(plans, loaded, io);
    const own: OwnSettings = { file: settingsFile, set: plans.length === 0 ? {} : set };
    const finish = (installs: readonly HostInstall[], remarks: readonly string[] = []): number => {
      const warnings = [...ignoredSettings(loaded), ...lacks];
      const report = { request, dryRun, manifest, settings: own, installs, remarks, warnings };
      if (json) io.out(jsonLine(installJson(report)));
      return installs.some(({ error }) => error !== undefined) ? EXIT_FAILED : EXIT_DONE;
    };
    if (plans.length > 0 && !json) io.out(plansText(plans, own, io));
    for (const lack of lacks) io.err(`cox install: ${lack}\n`);
    if (dryRun && plans.length > 0 && !json) io.out(closingText(plans, [NOTHING_CHANGED, ...asked], io));
    if (dryRun || plans.length === 0) return finish(planned, asked);
    if (!yes && !(await agrees(io, "Change these files?", "yes"))) return leave(io, () => finish(planned));
    // Before the hooks: if this fails, no agent is watched in another way than was asked for.
    keepSettings(own);
    const installs = planned.map((each) =>
      each.plan ? toldIfLeftOut(installHost(each, each.plan, request.scope, manifest), io) : each,
    );
    const done = plansOf(installs);
    if (done.length === 0) return finish(installs);
    const [result, ...others] = generalRemarks(done, request);
    const remarks: [string, ...string[]] = [result, ...observersOf(done, loaded, io), ...others];
    if (!json) io.out(closingText(done, remarks, io));
    return finish(installs, remarks);
  },
});

function readRequest({ values, positionals }: Given<typeof OPTIONS>) {
  const { "dry-run": dryRun, yes, json, user, project } = values;
  return { dryRun, yes, json, named: namedHosts(positionals), wishes: settingsFrom(values), scope: { user, project } };
}

function leave(io: Io, finish: () => number = () => EXIT_DONE): number {
  io.err("Nothing was changed.\n");
  return io.signal.aborted ? EXIT_CANCELLED : finish();
}

/** True where nobody has decided yet whether a model is asked about the agents of others. */
function isOpen(loaded: LoadedConfig): boolean {
  return loaded.origins.get("observer.model")?.source === "default" && loaded.config.observer.fallback.length === 0;
}

async function askWho(
  plans: readonly InstallPlan[],
  { config, directories: { home } }: LoadedConfig,
  io: Io,
): Promise<ChosenSettings | undefined> {
  const installers = plans.map(({ installer }) => installer);
  const { env } = io;
  if (io.errScreen.isTerminal) io.err("Looking at what is here …\n");
  const servers = await findLocalServers(env, config.providers);
  const hosts = installers.map(({ name }) => name);
  const day = home === undefined ? undefined : usualDay({ config, env, home, hosts });
  return chooseObserver({ config, env, installers, servers, day }, io);
}

function withSettings(set: ChosenSettings, scope: Parameters<typeof installation>[1], io: Io): LoadedConfig {
  const entries = Object.entries(set);
  const providers = entries.filter(([key]) => key.startsWith(PROVIDERS));
  const overrides = {
    ...Object.fromEntries(entries.filter(([key]) => !key.startsWith(PROVIDERS))),
    providers: Object.fromEntries(providers.map(([key, value]) => [key.slice(PROVIDERS.length), value])),
  };
  return installation(io, scope, { overrides }).loaded;
}

const PROVIDERS = "providers.";

/** The plans for all hosts that can be planned; a host that is left out is named at once. */
async function planAll(
  hosts: readonly Installer[],
  request: PlaceRequest,
  manifest: Manifest,
  io: Io,
): Promise<HostInstall[]> {
  const planned: HostInstall[] = [];
  for (const host of hosts) {
    const place = installPlace(host, request);
    const planning = { place, manifest, codexHashes: (hooks: string) => askCodex(host, hooks, io) };
    planned.push(toldIfLeftOut(await planHost(host, () => planInstall(host, planning)), io));
  }
  return planned;
}

const NOT_BUILT = "The hook program of this checkout is not built yet. Run npm run build before you install it.";

function toldIfLeftOut(install: HostInstall, io: Io): HostInstall {
  const { installer, error } = install;
  if (error !== undefined) io.err(`cox install: ${installer.title} is left out: ${error}\n`);
  return install;
}

function plansOf(installs: readonly HostInstall[]): InstallPlan[] {
  return installs.flatMap(({ plan, error }) => (plan && error === undefined ? [plan] : []));
}

function observerLacks(loaded: LoadedConfig, servers: readonly LocalServer[], io: Io): string[] {
  return lookForObserver(loaded, io, servers).map(({ about, detail, mend }) =>
    neutralise([`${about}:`, detail, mend ?? ""].join(" ").trim()),
  );
}

/** Who will be asked about each agent, where anybody is to be asked: to say that nobody was set up is not needed. */
function observersOf(plans: readonly InstallPlan[], loaded: LoadedConfig, { env }: Io): string[] {
  const config = configForWatching(loaded);
  if (config.observer.model === "none") return isOpen(loaded) && config.mode !== "off" ? [later(loaded, env)] : [];
  return plans.map(({ installer: { name, title } }) => {
    return `Observer of ${title}: ${observerOfHost({ config, env }, name).inWords.replace(/\.$/, "")}.`;
  });
}

function later({ config }: LoadedConfig, env: Io["env"]): string {
  const isThere = reachableObservers(choosing({ config, env }, "auto")).length > 0;
  const how = "cox config set observer.model auto";
  return isThere
    ? `Proof decides alone: no model is asked. To have one asked, too: ${how} (cox doctor says which).`
    : `Proof decides alone: no model is asked. Once there is a key or a login to ask one with: ${how}.`;
}

function settingsFrom(values: Given<typeof OPTIONS>["values"]): Readonly<Record<string, string>> {
  if (values.shadow && values.mode !== undefined && values.mode !== "shadow") {
    throw new CoxError("usage", `--shadow and --mode ${values.mode} exclude each other.`);
  }
  const mode = values.shadow ? "shadow" : values.mode;
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new CoxError("usage", `--mode must be one of ${MODES.join(", ")}.`);
  }
  return {
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(mode === undefined ? {} : { mode }),
  };
}

async function askCodex(host: Installer, hooks: string, { env }: Io): Promise<ReadonlyMap<string, string> | undefined> {
  const program = host.commands.map((name) => findProgram(name, env)).find((path) => path !== undefined);
  return program === undefined ? undefined : codexHashes(program, hooks, env, namesOurProgram);
}

function keepSettings({ file, set }: OwnSettings): void {
  const changes = Object.entries(set).map(([key, value]) => ({ path: key.split("."), value }));
  if (changes.length > 0) writeOwnSettings(planOwnSettings(file, changes));
}
