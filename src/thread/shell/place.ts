import type { CommandNode, Statement } from "unbash";
import type { Mask, ShellCommand, ShellJoin, ShellScope } from "./shell-command.ts";

/** What is collected while walking one line, with everything nested in it. */
export interface Walk {
  readonly commands: ShellCommand[];
  source: string;
  errors: boolean;
  depth: number;
  scripts: number;
  calls: number;
  /** Walks what is nested in a command, such as a substitution or the script of `bash -c`. */
  readonly descend: (walk: Walk, statements: readonly Statement[], shell: Shell, place: Place) => void;
}

/** The state of one shell process; a subshell starts with a copy. */
export interface Shell {
  cwd: string | undefined;
  errexit: boolean | undefined;
  pipefail: boolean;
  readonly variables: Map<string, readonly string[]>;
  readonly functions: Map<string, CommandNode>;
}

export interface Place {
  readonly mask: Mask | undefined;
  /** The mask for a command whose failure ends its shell at once (`exit`, `set -e`). */
  readonly exitMask: Mask | undefined;
  /** True when the exit code of a pipeline's first command is used instead of the last one's. */
  readonly ofFirst: boolean;
  readonly join: ShellJoin;
  readonly scopes: readonly ShellScope[];
  readonly pipeline: { readonly index: number; readonly length: number };
  readonly pipedInto: readonly string[];
  readonly negated: boolean;
}

export const TOP: Place = {
  mask: undefined,
  exitMask: undefined,
  ofFirst: false,
  join: "start",
  scopes: [],
  pipeline: { index: 0, length: 1 },
  pipedInto: [],
  negated: false,
};

export function newShell(): Shell {
  return { cwd: undefined, errexit: undefined, pipefail: false, variables: new Map(), functions: new Map() };
}

export function copyShell(shell: Shell): Shell {
  return { ...shell, variables: new Map(shell.variables), functions: new Map(shell.functions) };
}

/** A place in a shell process of its own: leaving that process early has the same effect as its normal end. */
export function ownProcess(place: Place, mask: Mask | undefined): Place {
  return { ...place, mask, exitMask: mask, ofFirst: false };
}

export function within(place: Place, scope: ShellScope): Place {
  return { ...place, scopes: [...place.scopes, scope] };
}
