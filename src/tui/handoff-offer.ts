/** What a handoff would begin its new thread with, for the person to read and change before anything is created. */
export type HandoffOffer =
  | {
      readonly ok: true;
      readonly message: string;
      /** What the person should know about it: files that were left out, and why. */
      readonly remarks: readonly string[];
      /** Creates the new thread with these words and gives its id. */
      create(message: string): Promise<string>;
    }
  | { readonly ok: false; readonly reason: string };

/** Asks for a handoff of the thread that is open. Never rejects; an abort is a reason. */
export type OfferHandoff = (goal: string, signal: AbortSignal) => Promise<HandoffOffer>;
