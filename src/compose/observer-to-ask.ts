import type { Judging } from "../corrector.ts";
import { CoxError } from "../errors.ts";
import { composeJudging } from "./judging.ts";
import type { Settings } from "./settings.ts";

/** Who would be asked. Nobody is an error, which is better told before the transcripts are read than after. */
export interface ObserverToAsk {
  readonly model: string;
  readonly judging: Judging;
}

export function observerToAsk(settings: Settings): ObserverToAsk {
  const { judging, observer } = composeJudging(settings, { judges: "model" });
  const [model] = observer.models ?? [];
  if (model === undefined) {
    throw new CoxError(
      "config.invalid",
      `There is no observer to ask: ${"reason" in observer ? observer.reason : ""}`,
      {
        hint: "Name one with --observer PROVIDER/MODEL.",
      },
    );
  }
  return { model, judging };
}
