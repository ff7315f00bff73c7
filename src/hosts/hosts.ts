import { claudeCode } from "./claude-code/claude-code.ts";
import type { Host } from "./host.ts";

/** Every host we can read. The order matters only to `detectHost`: the first that recognises a transcript has it. */
export const HOSTS: readonly Host[] = [claudeCode];

export function detectHost(lines: readonly unknown[]): Host | undefined {
  return HOSTS.find((host) => host.detect(lines));
}

export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}
