import { familyOfName } from "../models/family.ts";
import type { Judge } from "../verdict.ts";

/** The judge, whose verdicts say where only models of the agent's own family looked: whoever reads them must know. */
export function tellingSameFamily(judge: Judge, agentFamily: string | undefined): Judge {
  if (agentFamily === undefined) return judge;
  return {
    ...judge,
    async assess(assessment) {
      const verdict = await judge.assess(assessment);
      const families = new Set(verdict.usage.map(({ model }) => familyOfName(model)));
      return families.size === 1 && families.has(agentFamily) ? { ...verdict, sameFamily: agentFamily } : verdict;
    },
  };
}
