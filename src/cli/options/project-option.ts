import { resolve } from "node:path";
import { realPlace } from "../../real-place.ts";
import { isWithin } from "../../thread/is-within.ts";
import type { Io } from "../command.ts";

/** The sessions of one project. */
export interface ProjectOption {
  readonly directory: string;
  /** Whether somebody who worked there worked in the project. Links give a place several names, and a record holds any of them. */
  readonly holds: (cwd: string) => boolean;
  /** Whether it is the directory itself, and not one below. */
  readonly is: (cwd: string) => boolean;
}

export function projectOption(value: string, { cwd }: Pick<Io, "cwd">): ProjectOption {
  const directory = resolve(cwd, value);
  const place = realPlace(directory);
  const places = new Map<string, string>();
  const placeOf = (name: string): string => {
    const known = places.get(name) ?? realPlace(name);
    places.set(name, known);
    return known;
  };
  return {
    directory,
    holds: (name) => isWithin(name, directory) || isWithin(placeOf(name), place),
    is: (name) => placeOf(name) === place,
  };
}
