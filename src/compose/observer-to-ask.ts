import type { Judging } from "../corrector.ts";
import { CoxError } from "../errors.ts";
import { judgingByFamily } from "./judging.ts";
import type { Settings } from "./settings.ts";

/** The model that would be asked about an agent, or the reason why none. */
export type ObserverToAsk = { readonly model: string; readonly judging: Judging } | { readonly reason: string };

/**
 * The models for agents of each family. Throws when no model at all can be asked: this is better reported before the
 * transcripts are read.
 */
export function observersToAsk(settings: Settings): (family: string | undefined) => ObserverToAsk {
  const composed = judgingByFamily(settings, { judges: "model" });
  const anybody = toAsk(undefined);
  if ("reason" in anybody) {
    throw new CoxError("config.invalid", `There is no observer to ask: ${anybody.reason}`, {
      hint: "Name one with --observer PROVIDER/MODEL.",
    });
  }
  return toAsk;

  function toAsk(family: string | undefined): ObserverToAsk {
    const { judging, observer } = composed(family);
    const [model] = observer.models ?? [];
    return model === undefined ? { reason: observer.reason } : { model, judging };
  }
}
