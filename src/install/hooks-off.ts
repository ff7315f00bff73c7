import type { Installer } from "../hosts/installer.ts";
import { valueAt } from "./json-edit.ts";

/** The key by which somebody has switched off all hooks of a host, ours with them; undefined where they run. */
export function hooksOffBy({ hooksOff }: Installer, settings: string): string | undefined {
  if (!hooksOff || valueAt(settings, hooksOff.path) !== hooksOff.value) return undefined;
  return hooksOff.path.join(".");
}
