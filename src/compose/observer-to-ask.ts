import type { Judging } from "../corrector.ts";
import { CoxError } from "../text/errors.ts";
import { placeHere } from "../models/providers.ts";
import { accessOf } from "./choosing.ts";
import { judgingByFamily } from "./judging.ts";
import type { Settings } from "./settings.ts";

/** The model that would be asked about an agent, or the reason why none. */
export type ObserverToAsk =
  | {
      readonly model: string;
      readonly sameFamily: boolean;
      readonly judging: Judging;
      /** The places on this machine where it is asked; undefined when anything that it is sent may leave the machine. */
      readonly here: readonly string[] | undefined;
    }
  | { readonly reason: string };

const PROOF_ALONE = "Without --observer, cox audit shows what is proven.";

/** For agents of each family; `nobody` says why there is none. Throws when a model that was named cannot be asked. */
export function observersToAsk(settings: Settings) {
  const composed = judgingByFamily(settings, { judges: "model" });
  const anybody = attempt(() => toAsk(undefined));
  const nobody = "reason" in anybody ? anybody.reason : undefined;
  if (nobody === undefined || settings.config.observer.model === "auto") return { observerFor: toAsk, nobody };
  throw new CoxError("config.invalid", `There is no observer to ask: ${nobody}`, {
    hint: `Name one with --observer PROVIDER/MODEL. ${PROOF_ALONE}`,
  });

  function toAsk(family: string | undefined): ObserverToAsk {
    const { judging, observer } = composed(family);
    const [model] = observer.models ?? [];
    if (!observer.models || model === undefined) return { reason: observer.reason };
    const here = placesHere(observer.models, settings);
    return { model, sameFamily: observer.sameFamily !== undefined, judging, here };
  }
}

/** A model that is asked when the first one fails, or for a closer look, is sent the same. */
function placesHere(models: readonly string[], settings: Settings): readonly string[] | undefined {
  const { enabled, model: second } = settings.config.observer.closerLook;
  const all = [...models, ...(enabled && second !== "same" ? [second] : [])];
  const places = all.flatMap((name) => placeHere(name, accessOf(settings)) ?? []);
  return places.length === all.length ? [...new Set(places)] : undefined;
}

function attempt(work: () => ObserverToAsk): ObserverToAsk {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof CoxError)) throw cause;
    throw new CoxError(cause.code, cause.message, { cause, hint: `${cause.hint ?? ""} ${PROOF_ALONE}`.trim() });
  }
}
