import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import type { Host } from "./host.ts";

/** Every host we can read. The order matters only to `detectHost`: the first that recognises a transcript has it. */
export const HOSTS: readonly Host[] = [claudeCode, codex];

export function detectHost(lines: readonly unknown[]): Host | undefined {
  return HOSTS.find((host) => host.detect(lines));
}

/** Whose transcript a whole JSON document is. */
export function detectDocument(document: unknown): Host | undefined {
  return HOSTS.find((host) => host.readDocument?.(document) !== undefined);
}

export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}
