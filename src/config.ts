import { assemble, safetyLayer } from "./config/assemble.ts";
import { type Directories, directoriesOf, environment, homeOf, type Variables } from "./config/environment.ts";
import {
  DISK,
  type Files,
  pathsOf,
  PROJECT_FILE,
  projectDirectories,
  sameDirectory,
  USER_FILE,
} from "./config/files.ts";
import { printable } from "./config/keys.ts";
import {
  emptyLayer,
  environmentLayer,
  fileLayer,
  flagLayer,
  type Layer,
  type Origin,
  type Problem,
} from "./config/layer.ts";
import { policyFile, readPolicy, withPolicy } from "./config/policy.ts";
import type { Config } from "./config/schema.ts";
import { refuseTooWide, asCommitted, distrust } from "./config/trust.ts";
import { CoxError, systemReason } from "./text/errors.ts";

export type { Config, Origin, Variables };

/** The configuration when nothing is set. `store.path` is null here, because it depends on the machine. */
export const DEFAULTS: Config = /* @__PURE__ */ defaultConfig();

function defaultConfig(): Config {
  return assemble([], {}, process.platform).config;
}

export interface LoadOptions {
  readonly cwd?: string;
  readonly env?: Variables;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** The flags that set those values, by the same paths: an error names the flag. */
  readonly flags?: Readonly<Record<string, string>>;
  /** For watching other agents: gives the committed version of a directory's project file. See `asCommitted`. */
  readonly committed?: (directory: string) => string | undefined;
  /** For the hook: nothing is thrown, wrong keys are left out, and `safetyLayer` may apply. */
  readonly tolerant?: boolean;
  readonly files?: Files;
  /** For the team's service itself, whose machine may be in a team too. */
  readonly withoutPolicy?: boolean;
  /** A file whose definition of done is tried in place of every other; nothing else of it counts. */
  readonly definition?: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly own: Config;
  /** The origins by key path; entries of tables have their own (`prices.openai/gpt-5`). */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly problems: readonly Problem[];
  readonly files: readonly LookedAt[];
  readonly directories: Directories;
}

interface LookedAt {
  readonly source: "user" | "project";
  readonly file: string;
  readonly found: boolean;
}

/** A model is asked only if a person configured one: a key on the machine by chance is for something else. */
export function configForWatching({ config, origins }: Pick<LoadedConfig, "config" | "origins">): Config {
  const { observer } = config;
  const isSetUp = origins.get("observer.model")?.source !== "default" || observer.fallback.length > 0;
  return isSetUp ? config : { ...config, observer: { ...observer, model: "none" } };
}

/** The configuration for sessions of all projects: the current directory's project must not decide about the others. */
export function configForAll({ config, own }: Pick<LoadedConfig, "config" | "own">): Config {
  return {
    ...config,
    gate: own.gate,
    standDown: own.standDown,
    evidence: own.evidence,
    privacy: own.privacy,
    done: own.done,
  };
}

/** For what leaves the machine: the project may add redactions, since its sessions may be among it. */
export function configForSending(loaded: Pick<LoadedConfig, "config" | "own">): Config {
  const [own, project] = [loaded.own.privacy, loaded.config.privacy];
  const patterns = [...new Set([...own.patterns, ...project.patterns])];
  return { ...configForAll(loaded), privacy: { emails: own.emails || project.emails, patterns } };
}

/** Defaults, then the user's file, the project's file, the environment, the command line; later ones win. A team's policy lies under and over them. */
export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  const { env = environment(), platform = process.platform, overrides = {}, files = DISK } = options;
  const directories = directoriesOf(env, options.home ?? homeOf(env, platform), platform);
  const looked: LookedAt[] = [];

  const { state } = directories;
  const policy =
    options.withoutPolicy || state === undefined ? undefined : readPolicy(policyFile(state, platform), files);
  const settled = (all: readonly Layer[]) => withPolicy(policy, all, (some) => assemble(some, directories, platform));
  const narrowed = (layer: Layer): Layer => refuseTooWide(layer, directories.home, files, platform);
  const user = narrowed(readUser());
  const surroundings = narrowed(environmentLayer(env));
  const flags = narrowed(flagLayer(overrides, options.flags));
  const { layer: project, trusted, own } = readProject();

  const layers = [user, project, surroundings, flags];
  const problems = layers.flatMap((layer) => layer.problems);
  const errors = problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0 && !options.tolerant) throw failure(errors);
  const assembled = settled(layers);
  const tried = options.definition === undefined ? undefined : readTried(options.definition);
  const ownErrors = errors.some((problem) => problem.origin.source !== "project" || trusted);
  const { config, origins } = ownErrors ? settled([...layers, safetyLayer(assembled.config)]) : assembled;
  const withTried = (each: Config): Config => (tried ? { ...each, done: tried } : each);
  return { config: withTried(config), own: withTried(own ?? config), origins, problems, files: looked, directories };

  function readTried(file: string): Config["done"] {
    const isProjects = pathsOf(platform).basename(file) === PROJECT_FILE;
    const layer = read(isProjects ? "project" : "user", file);
    if (!layer) throw new CoxError("config.unreadable", `${printable(file)} does not exist.`);
    const isDone = (path: string | undefined) => path === undefined || path.startsWith("done");
    const wrong = layer.problems.filter(({ severity, key }) => severity === "error" && isDone(key));
    if (wrong.length > 0) throw failure(wrong);
    const settings = layer.settings.filter(({ path }) => isDone(path));
    if (settings.length > 0) return assemble([{ settings, problems: [] }], directories, platform).config.done;
    throw new CoxError("config.invalid", `${printable(file)} holds no definition of done.`, {
      hint: 'It is an object with "done" in it, as cox init writes it.',
    });
  }

  function readUser(): Layer {
    if (directories.config === undefined) return emptyLayer();
    return read("user", pathsOf(platform).join(directories.config, USER_FILE)) ?? emptyLayer();
  }

  function readProject(): { readonly layer: Layer; readonly trusted: boolean; readonly own?: Config } {
    const cwd = options.cwd ?? currentDirectory();
    for (const directory of cwd === undefined ? [] : projectDirectories(cwd, files, platform)) {
      const file = pathsOf(platform).join(directory, PROJECT_FILE);
      const layer = read("project", file);
      if (!layer) continue;
      const own = settled([user, surroundings, flags]).config;
      const trusted = own.trust.projects.some((candidate) => sameDirectory(candidate, directory, files));
      const userFile = looked.find(({ source }) => source === "user")?.file;
      const distrusted = (read: Layer): Layer => distrust(read, { directory, trusted, own, userFile });
      if (!options.committed || trusted) return { layer: distrusted(layer), trusted, own };
      const text = options.committed(directory);
      const committed = text === undefined ? emptyLayer() : fileLayer(text, { source: "project", file });
      return { layer: asCommitted(distrusted(layer), distrusted(committed), directory), trusted, own };
    }
    return { layer: emptyLayer(), trusted: false };
  }

  function read(source: "user" | "project", file: string): Layer | undefined {
    try {
      const text = files.read(file);
      looked.push({ source, file, found: text !== undefined });
      return text === undefined ? undefined : fileLayer(text, { source, file });
    } catch (error) {
      looked.push({ source, file, found: true });
      const message = `${printable(file)}: the file cannot be read: ${printable(systemReason(error))}.`;
      return {
        settings: [],
        problems: [{ severity: "error", code: "config.unreadable", message, origin: { source, file } }],
      };
    }
  }
}

function failure(errors: readonly Problem[]): CoxError {
  const typed = errors.every(({ origin }) => origin.source === "flag");
  const code = typed ? "usage" : (errors[0]?.code ?? "config.invalid");
  return new CoxError(code, errors.map((problem) => problem.message).join("\n"));
}

function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
