import { dirname, extname, join } from "node:path";
import { isWithin, upwards } from "../../text/places.ts";
import type { FileIo } from "../files/disk.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";

export interface FormatterCommand {
  readonly name: string;
  readonly command: readonly [file: string, ...parameters: string[]];
}

/** The user's own choice; else the nearest configuration; else one installed; else the language's standard. */
export async function findFormatter(context: ToolContext, place: Place): Promise<FormatterCommand> {
  const extension = extname(place.path);
  const [program, ...parameters] = context.formatters[extension] ?? [];
  if (program !== undefined)
    return { name: program, command: [program, ...parameters.map((part) => part.replaceAll("{file}", place.path))] };
  const known = FORMATTERS.filter((formatter) => formatter.extensions.includes(extension));
  const { root } = context.workspace;
  const directories = [...upwards(dirname(place.path))].filter((directory) => isWithin(directory, root));
  const found =
    (await findConfigured(context.io.files, known, directories)) ?? (await findInstalled(context, known, directories));
  if (found === undefined) throw new ToolError(`No formatter for "${place.name}" was found in this project.`);
  const installed = await programOf(context, found, directories);
  return { name: found.name, command: [installed ?? found.name, ...found.parameters(place.path)] };
}

async function findConfigured(
  files: FileIo,
  known: readonly Formatter[],
  directories: readonly string[],
): Promise<Formatter | undefined> {
  for (const directory of directories) {
    const names = new Set((await files.list(directory).catch(() => [])).map((entry) => entry.name));
    for (const formatter of known) {
      if (formatter.configFiles.some((name) => names.has(name))) return formatter;
      if (
        formatter.mention &&
        names.has(formatter.mention.file) &&
        (await isMentioned(files, directory, formatter.mention))
      )
        return formatter;
    }
  }
  return undefined;
}

async function isMentioned(
  files: FileIo,
  directory: string,
  mention: NonNullable<Formatter["mention"]>,
): Promise<boolean> {
  try {
    const { bytes } = await files.read(join(directory, mention.file), 1_000_000);
    return mention.pattern.test(bytes.toString("utf8"));
  } catch {
    return false;
  }
}

async function findInstalled(
  context: ToolContext,
  known: readonly Formatter[],
  directories: readonly string[],
): Promise<Formatter | undefined> {
  for (const formatter of known)
    if (formatter.standard || (await programOf(context, formatter, directories)) !== undefined) return formatter;
  return undefined;
}

/** The project's own copy of the program. It must be inside the workspace after following symlinks. */
async function programOf(
  context: ToolContext,
  formatter: Formatter,
  directories: readonly string[],
): Promise<string | undefined> {
  for (const directory of directories)
    for (const programs of formatter.directories) {
      const program = join(directory, programs, formatter.name);
      if ((await context.io.files.look(program)) === undefined) continue;
      await context.workspace.resolve(program, "read");
      return program;
    }
  return undefined;
}

/** A formatter that we can call: it reads the text on stdin and writes it formatted to stdout. */
interface Formatter {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly configFiles: readonly string[];
  readonly mention?: { readonly file: string; readonly pattern: RegExp };
  /** Where its program is searched below a directory of the project; if not there, on the PATH. */
  readonly directories: readonly string[];
  /** True for the one standard formatter of a language, which is used without any configuration. */
  readonly standard?: boolean;
  readonly parameters: (file: string) => readonly string[];
}

const WEB = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".jsonc", ".css"];
const MARKUP = [".html", ".vue", ".scss", ".less", ".md", ".mdx", ".yaml", ".yml", ".graphql", ".svelte"];
const PYTHON = [".py", ".pyi"];
const NODE_PROGRAMS = ["node_modules/.bin"];
const PYTHON_PROGRAMS = [".venv/bin", "venv/bin"];

/** In the order in which they are tried. Only these programs are ever run; no text of a model becomes a command. */
const FORMATTERS: readonly Formatter[] = [
  {
    name: "oxfmt",
    extensions: [...WEB, ...MARKUP],
    configFiles: [".oxfmtrc.json", ".oxfmtrc.jsonc"],
    directories: NODE_PROGRAMS,
    parameters: (file) => [`--stdin-filepath=${file}`],
  },
  {
    name: "biome",
    extensions: [...WEB, ".graphql", ".html", ".vue", ".svelte"],
    configFiles: ["biome.json", "biome.jsonc"],
    directories: NODE_PROGRAMS,
    parameters: (file) => ["format", `--stdin-file-path=${file}`],
  },
  {
    name: "prettier",
    extensions: [...WEB, ...MARKUP],
    configFiles: [
      ...["", ".json", ".yaml", ".yml", ".toml", ".js", ".cjs", ".mjs", ".ts"].map((end) => `.prettierrc${end}`),
      ...[".js", ".cjs", ".mjs", ".ts"].map((end) => `prettier.config${end}`),
    ],
    mention: { file: "package.json", pattern: /"prettier"\s*:\s*[{"]/ },
    directories: NODE_PROGRAMS,
    parameters: (file) => [`--stdin-filepath=${file}`],
  },
  {
    name: "ruff",
    extensions: PYTHON,
    configFiles: ["ruff.toml", ".ruff.toml"],
    mention: { file: "pyproject.toml", pattern: /^\[tool\.ruff/m },
    directories: PYTHON_PROGRAMS,
    parameters: (file) => ["format", `--stdin-filename=${file}`, "-"],
  },
  {
    name: "black",
    extensions: PYTHON,
    configFiles: [],
    mention: { file: "pyproject.toml", pattern: /^\[tool\.black/m },
    directories: PYTHON_PROGRAMS,
    parameters: (file) => ["--quiet", `--stdin-filename=${file}`, "-"],
  },
  {
    name: "gofmt",
    extensions: [".go"],
    configFiles: ["go.mod"],
    directories: [],
    standard: true,
    parameters: () => [],
  },
  {
    name: "rustfmt",
    extensions: [".rs"],
    configFiles: ["rustfmt.toml", ".rustfmt.toml"],
    mention: { file: "Cargo.toml", pattern: /^\[(?:package|workspace)\]/m },
    directories: [],
    standard: true,
    parameters: () => ["--emit=stdout"],
  },
];
