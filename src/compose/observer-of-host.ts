import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { askedInWords, type Choice, chooseObserver } from "../models/choose.ts";
import { familyOfName } from "../models/family.ts";
import { choosing } from "./choosing.ts";
import type { Settings } from "./settings.ts";

/** Who would be asked about a host's agent, in words for a person. */
export interface ObserverOfHost {
  /** False when no model can be asked. */
  readonly isAsked: boolean;
  readonly inWords: string;
}

/** Which model `observer.model` means for a host's agent. Hosts that run models of many families are told of two. */
export function observerOfHost({ config, env }: Pick<Settings, "config" | "env">, host: string): ObserverOfHost {
  const { model, fallback } = config.observer;
  const reachable = choosing({ config, env }, model);
  const family = HOOK_HOSTS.find(({ name }) => name === host)?.family;
  const choice = choiceFor(family);
  if (!choice.models) return { isAsked: false, inWords: `nobody, evidence decides alone. ${choice.reason}` };
  const [first = ""] = choice.models;
  if (family !== undefined || model !== "auto") return { isAsked: true, inWords: askedInWords(choice) };
  const kin = choiceFor(familyOfName(first));
  const other = kin.models ? `, or ${askedInWords(kin)} where it runs a model of that family` : "";
  return { isAsked: true, inWords: `${askedInWords(choice)}${other}` };

  function choiceFor(agentFamily: string | undefined): Choice {
    return chooseObserver({ ...reachable, fallback, ...(agentFamily === undefined ? {} : { agentFamily }) });
  }
}
