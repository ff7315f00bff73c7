import type { Manifest } from "../../install/manifest.ts";
import type { PlaceRequest } from "../../install/place.ts";
import type { FilePlan } from "../../install/plan.ts";
import { type HostInstall, isWatched } from "../../install/host-install.ts";
import type { OwnSettings } from "../install-request.ts";
import { changedLines } from "./change-rows.ts";

interface InstallReport {
  readonly request: PlaceRequest;
  readonly dryRun: boolean;
  readonly manifest: Pick<Manifest, "known">;
  readonly settings: OwnSettings;
  readonly installs: readonly HostInstall[];
  readonly remarks: readonly string[];
  readonly warnings: readonly string[];
}

/** What installing did, or would do, as JSON for a program. */
export function installJson({ request, dryRun, settings, installs, remarks, warnings, manifest }: InstallReport) {
  const { scope } = request;
  const hosts = installs.map(({ installer: { name, title }, plan, written, error }) => {
    const isDone = !dryRun && error === undefined;
    return {
      host: name,
      title,
      // Only after installing can it be seen whether the hook runs.
      ...(plan && isDone ? { watched: isWatched(plan, request) } : {}),
      files: (plan?.files ?? []).flatMap((each) => {
        const change = changeOf(each);
        // For a host that failed, only files that were written before the failure.
        if (change !== "none" && !dryRun && !written.includes(each)) return [];
        const backup = manifest.known(each.file)?.backup;
        return [{ file: each.file, change, ...changedLines(each), ...(backup === undefined ? {} : { backup }) }];
      }),
      remarks: error === undefined ? (plan?.remarks ?? []) : [],
      ...(error === undefined ? {} : { error }),
    };
  });
  return { scope, dryRun, hosts, settings, remarks, warnings };
}

function changeOf({ current, text }: FilePlan): "created" | "changed" | "none" {
  if (!current) return "created";
  return current.bytes.toString("utf8") === text ? "none" : "changed";
}
