import { join, win32 } from "node:path";
import type { InstallPlace } from "./installer.ts";

/** A directory with settings for everybody on a machine; on Windows below the system drive. */
export function machineDirectory(
  { platform, machine }: Pick<InstallPlace, "platform" | "machine">,
  names: { readonly linux: string; readonly darwin: string; readonly win32: string },
): string {
  if (platform === "win32") return win32.join("C:\\", names.win32);
  return join(machine, platform === "darwin" ? names.darwin : names.linux);
}
