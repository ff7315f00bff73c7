import { expect } from "vitest";
import { runCox } from "../e2e/run-cox.ts";
import { baseEnvironment } from "./place.ts";
import type { Place } from "./program.ts";

export async function coxIn(
  place: Place,
  agent: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...baseEnvironment(place, [agent]), ...environment };
  const ran = await runCox(args, { cwd: place.workspace, env });
  expect(ran, `cox ${args.join(" ")}`).toMatchObject({ code: 0 });
  return ran.err + ran.out;
}
