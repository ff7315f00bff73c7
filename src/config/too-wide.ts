import { isWithin } from "../thread/is-within.ts";
import { withHome } from "./assemble.ts";
import { type Files, pathsOf, realOr } from "./files.ts";
import { type Layer, report } from "./layer.ts";
import { quoted } from "./printable.ts";

const WATCHED = "checks.watched";

/** Removes entries from a layer that would let checks run anywhere: a list with the whole home directory or machine. */
export function refuseTooWide(layer: Layer, home: string | undefined, files: Files, platform: NodeJS.Platform): Layer {
  const paths = pathsOf(platform);
  const place = (path: unknown) => realOr(paths.normalize(String(withHome(path, home))), files);
  const kept: Layer = { settings: [], problems: [...layer.problems] };
  for (const setting of layer.settings) {
    const entries: readonly unknown[] = setting.path === WATCHED && Array.isArray(setting.value) ? setting.value : [];
    const wide = entries.findIndex((entry) => isWithin(place(home ?? paths.sep), place(entry)));
    if (wide === -1) kept.settings.push(setting);
    else
      report(
        kept,
        setting.origin,
        `${quoted(WATCHED)} must name the repositories in which checks may run, each by itself; look at entry ${wide + 1}, which holds your whole home.`,
        WATCHED,
      );
  }
  return kept;
}
