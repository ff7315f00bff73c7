/** The draft of a handoff's first message, for the person to read and change before anything is created. */
export type HandoffOffer =
  | {
      readonly ok: true;
      readonly message: string;
      /** What the person should know about it: files that were left out, and why. */
      readonly remarks: readonly string[];
      /** Creates the new thread with this message and returns its id. */
      create(message: string): Promise<string>;
    }
  | { readonly ok: false; readonly reason: string };

/** Drafts a handoff of the open thread. Never rejects; an abort gives a reason. */
export type OfferHandoff = (goal: string, signal: AbortSignal) => Promise<HandoffOffer>;
