import { FINDING_KINDS, type FindingKind } from "../evidence/findings/finding-kinds.ts";

/** As what a corrected turn counts. */
export type TurnKind = FindingKind | "neither";

/** Of several findings the gravest decides: what is untrue, then what is half done. */
export function turnKind(findings: readonly { readonly id: string }[]): TurnKind {
  const kinds = new Set(findings.map(({ id }) => (Object.hasOwn(FINDING_KINDS, id) ? FINDING_KINDS[id] : undefined)));
  return kinds.has("untrue") ? "untrue" : kinds.has("half-way") ? "half-way" : "neither";
}
