import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { askedInWords, type Choice, chooseObserver } from "../models/choose.ts";
import { familyOfName } from "../models/family.ts";
import { choosing } from "./choosing.ts";
import type { Settings } from "./settings.ts";

/** Which models `observer.model` means for a host's agent: for hosts that run models of many families, of two. */
export function observerOfHost({ config, env }: Pick<Settings, "config" | "env">, host: string) {
  const { model, fallback } = config.observer;
  const reachable = choosing({ config, env }, model);
  const family = HOOK_HOSTS.find(({ name }) => name === host)?.family;
  const choice = choiceFor(family);
  if (!choice.models) {
    const inWords = `nobody, evidence decides alone. ${choice.reason}`;
    return { models: [], inWords, lookedFor: choice.lookedFor };
  }
  const { models } = choice;
  const first = familyOfName(models[0] ?? "");
  if (family !== undefined || model !== "auto") {
    const isOther = family !== undefined && first !== "" && first !== family;
    return { models, inWords: `${askedInWords(choice)}${isOther ? " (another family)" : ""}`, lookedFor: [] };
  }
  const kin = choiceFor(first);
  const other = kin.models ? `, or ${askedInWords(kin)} where it runs a model of that family` : "";
  const all = [...new Set([...models, ...(kin.models ?? [])])];
  return { models: all, inWords: `${askedInWords(choice)}${other}`, lookedFor: [] };

  function choiceFor(agentFamily: string | undefined): Choice {
    return chooseObserver({ ...reachable, fallback, ...(agentFamily === undefined ? {} : { agentFamily }) });
  }
}
