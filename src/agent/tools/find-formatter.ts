import { dirname, extname, join } from "node:path";
import { isWithin } from "../../thread/is-within.ts";
import { upwards } from "../../text/places.ts";
import type { FileIo } from "../files/disk.ts";
import { ToolError } from "../tool-error.ts";
import type { ToolContext } from "../tool.ts";
import type { Place } from "../workspace.ts";
import { FORMATTERS, type Formatter } from "./formatters.ts";

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
