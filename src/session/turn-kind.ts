import { PROOFS } from "../evidence/proofs/all.ts";

/** As what a corrected turn counts. */
export type TurnKind = "untrue" | "half-way" | "neither";

const COUNTS: ReadonlyMap<string, TurnKind | undefined> = new Map(PROOFS.map(({ id, counts }) => [id, counts]));

/** Of several findings the gravest decides: what is untrue, then what is half done. */
export function turnKind(findings: readonly { readonly id: string }[]): TurnKind {
  const kinds = new Set(findings.map(({ id }) => COUNTS.get(id)));
  return kinds.has("untrue") ? "untrue" : kinds.has("half-way") ? "half-way" : "neither";
}
