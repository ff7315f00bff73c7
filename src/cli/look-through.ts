import { findInPaths, findInPlaces, type Found } from "../audit/find-transcripts.ts";
import type { Place } from "../audit/places.ts";
import type { Io } from "./command.ts";
import { hostPlaces, type ProjectOption } from "./options/parse-options.ts";
import type { Search } from "./show/nothing-found.ts";

export interface Wanted {
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  readonly since: string | undefined;
  readonly projects: readonly ProjectOption[];
}

/** Where they were looked for, what lies there, and what of it is to be read. */
export interface Looked {
  readonly places: readonly Place[];
  readonly found: Found;
  readonly recent: Found;
}

export function lookThrough({ paths, hosts, since }: Wanted, io: Io): Looked {
  const places = paths.length > 0 ? [] : hostPlaces(hosts, io);
  const found = paths.length > 0 ? findInPaths(paths, hosts[0]) : findInPlaces(places);
  return { places, found, recent: recentOf(found, since) };
}

/** A file that was not written since then has nothing new. */
function recentOf(found: Found, since: string | undefined): Found {
  if (since === undefined) return found;
  const from = Date.parse(since);
  return { ...found, files: found.files.filter((file) => file.mtimeMs >= from) };
}

export function searchOf({ since, projects }: Wanted, { places, found, recent }: Looked): Search {
  return {
    hosts: places.map(({ host }) => host),
    since,
    projects: projects.map(({ directory }) => directory),
    files: found.files.length,
    newestMs: found.files.reduce((newest, { mtimeMs }) => Math.max(newest, mtimeMs), 0),
    recent: recent.files.length,
  };
}
