import type { CountedTurn } from "../audit/count-once.ts";
import { hasLead } from "../audit/summary.ts";
import type { AuditParts } from "../compose/audit.ts";
import type { Settings } from "../compose/settings.ts";
import type { Config } from "../config.ts";
import type { Answers } from "./ask-observer.ts";
import type { Io } from "./command.ts";
import { type definitionOption, SETTING_FLAGS } from "./options/parse-options.ts";
import { tellIgnored } from "./tell-problems.ts";

/** What of a request says who is asked, and about how many. */
export interface AskRequest {
  readonly observer: string | undefined;
  readonly definition: ReturnType<typeof definitionOption>;
  readonly ask: number;
  readonly yes: boolean;
}

/** No model is asked unless it is named, so an audit uses the settings for watching. */
export async function settingsFor(
  { observer, definition }: Pick<AskRequest, "observer" | "definition">,
  io: Io,
): Promise<Record<"keeping" | "sending", Settings>> {
  const { cwd, env } = io;
  const settings = (config: Config): Settings => ({ config, env, cwd });
  const { configForAll, configForSending, loadConfig } = await import("../config.ts");
  const overrides = observer === undefined ? {} : { "observer.model": observer };
  const tried = definition === undefined ? {} : { definition };
  const loaded = loadConfig({ cwd, env, overrides, flags: SETTING_FLAGS, ...tried });
  tellIgnored(loaded, io);
  return { keeping: settings(configForAll(loaded)), sending: settings(configForSending(loaded)) };
}

type Ask = (turns: readonly CountedTurn[]) => Promise<Answers>;

export const askNobody: Ask = async () => ({ opinions: new Map(), asked: [], unasked: 0, passedOver: [] });

export async function asking(
  { yes, ask: most }: AskRequest,
  settings: Settings,
  parts: AuditParts,
  io: Io,
): Promise<Ask> {
  const { observersToAsk } = await import("../compose/observer-to-ask.ts");
  const { askObserver, passOver } = await import("./ask-observer.ts");
  const { withStore } = await import("./open-store.ts");
  const { observerFor, nobody } = observersToAsk(settings);
  if (nobody !== undefined) {
    const reason = `${nobody} cox doctor says how to have a model asked.`;
    io.err(`cox audit: There is no observer to ask: ${reason} What is proven is shown all the same.\n`);
    return async (turns) => passOver(turns, reason);
  }
  // Paid calls are counted in the store: if it cannot be opened, this is better reported before reading than after.
  await withStore(settings.config, async () => undefined);
  return (turns) =>
    withStore(settings.config, (store) => askObserver(turns, { observerFor, settings, parts, store, most, yes, io }));
}

/** Where nobody was asked yet, and there is something to ask about. */
export async function offerFor(
  request: AskRequest,
  turns: readonly CountedTurn[],
  parts: AuditParts,
  io: Io,
): Promise<string> {
  if (request.observer !== undefined || !turns.some(hasLead)) return "";
  const { offerToAsk } = await import("./ask-observer.ts");
  const { sending } = await settingsFor(
    { observer: "auto", definition: request.definition },
    { ...io, err: () => undefined },
  );
  return offerToAsk(turns, sending, parts);
}
