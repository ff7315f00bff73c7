import { describeError } from "../text/errors.ts";
import { EMPTY_EDITOR, editorWith } from "./editor.ts";
import type { Screen } from "./screen.ts";
import { notice } from "./view-model.ts";

export interface HandoffFlowParts {
  readonly screen: Screen;
  readonly offer: OfferHandoff;
  /** Brings the agent to rest: a thread that is handed off is not written to any more. */
  readonly rest: () => Promise<void>;
  readonly done: (threadId: string) => void;
}

type Offered = Extract<HandoffOffer, { ok: true }>;

/** From a goal to a new thread: ask the model, let the person change the draft, then create. */
export function createHandoffFlow({ screen, offer, rest, done }: HandoffFlowParts) {
  let asking: AbortController | undefined;
  let offered: Offered | undefined;
  /** A draft that came while the person was writing: their next Enter is meant for their own line. */
  let waiting: Offered | undefined;

  function review(answer: Offered, message: string): void {
    offered = answer;
    const hint = "The new thread will begin with this. Enter creates it, Esc drops it.";
    screen.change({ editor: editorWith(message), hint });
  }

  /** Shows a draft that came while the person was writing, once their input line is empty. */
  function showWaiting(): void {
    if (!waiting || screen.shown.editor.text !== "") return;
    const answer = waiting;
    waiting = undefined;
    review(answer, answer.message);
  }

  return {
    get reviewing(): boolean {
      return offered !== undefined;
    },
    async start(goal: string): Promise<void> {
      if (asking) return screen.print(notice("A handoff is already being written; Esc stops it.", "warning"));
      asking = new AbortController();
      screen.change({ busyWith: "writing the handoff" });
      const answer = await offer(goal, asking.signal).catch(failed);
      asking = undefined;
      screen.change({ busyWith: undefined });
      if (!answer.ok) return screen.print(notice(`No handoff: ${answer.reason}`, "warning"));
      if (answer.remarks.length > 0) screen.print(notice(answer.remarks.join("\n")));
      waiting = answer;
      screen.change({ hint: "The handoff is written; it is shown when this line is sent or empty." });
      showWaiting();
    },
    showWaiting,
    async accept(message: string): Promise<void> {
      const accepted = offered;
      if (!accepted) return;
      offered = undefined;
      screen.change({ editor: EMPTY_EDITOR, hint: undefined });
      try {
        await rest();
        done(await accepted.create(message));
      } catch (error) {
        review(accepted, message);
        throw error;
      }
    },
    stop(): boolean {
      if (asking) {
        asking.abort();
        return true;
      }
      if (waiting) screen.change({ hint: undefined });
      else if (offered) screen.change({ editor: EMPTY_EDITOR, hint: undefined });
      else return false;
      offered = undefined;
      waiting = undefined;
      screen.print(notice("The handoff was dropped."));
      return true;
    },
  };
}

function failed(error: unknown): HandoffOffer {
  return { ok: false, reason: describeError(error) };
}

/** The draft of a handoff's first message, for the person to read and change before anything is created. */
export type HandoffOffer =
  | {
      readonly ok: true;
      readonly message: string;
      readonly remarks: readonly string[];
      create(message: string): Promise<string>;
    }
  | { readonly ok: false; readonly reason: string };

/** Drafts a handoff of the open thread. Never rejects; an abort gives a reason. */
export type OfferHandoff = (goal: string, signal: AbortSignal) => Promise<HandoffOffer>;
