import { resolve } from "node:path";
import { realPlace } from "../../real-place.ts";
import { isWithin } from "../../thread/is-within.ts";
import type { Io } from "../command.ts";

export interface ProjectOption {
  readonly directory: string;
  /** True for a session of the project. Symlinks give a place several names, and a record may have any of them. */
  readonly holds: (cwd: string) => boolean;
  readonly isBelow: (cwd: string) => boolean;
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
    isBelow: (name) => isWithin(directory, name) || isWithin(place, placeOf(name)),
    is: (name) => placeOf(name) === place,
  };
}
