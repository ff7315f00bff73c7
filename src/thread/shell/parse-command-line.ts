import { parse } from "unbash";
import { newShell, TOP, type Walk } from "./place.ts";
import { type ShellCommand, unparsedCommand } from "./shell-command.ts";
import { walkStatements } from "./walk.ts";

/** Longer lines are cut: nobody types them, and what they hold (a file as here-document) is known by its start. */
const MAX_LENGTH = 256 * 1024;

/**
 * Reads a shell command line into its simple commands, in the order in which they stand, each with what decides
 * its meaning: directory, redirects, place, and whether its exit code reaches the end of the line.
 * Never throws; a part that cannot be read leaves a marker with `unparsed`.
 */
export function parseCommandLine(line: string): ShellCommand[] {
  const source = line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH) : line;
  const walk: Walk = {
    commands: [],
    source,
    errors: source !== line,
    depth: 0,
    scripts: 0,
    calls: 0,
    descend: walkStatements,
  };
  try {
    const script = parse(source);
    if (script.errors?.length) walk.errors = true;
    walkStatements(walk, script.commands, newShell(), TOP);
  } catch {
    walk.errors = true;
  }
  if (walk.errors) walk.commands.push(unparsedCommand(line.slice(0, 2000)));
  return walk.commands;
}
