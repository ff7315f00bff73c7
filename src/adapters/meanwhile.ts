/** Conversations that were left behind in the middle are forgotten before they become many. */
const MOST_CONVERSATIONS = 1000;

/** Looks while the agent goes on, one at a time in each conversation; nothing waits for it. */
export interface Meanwhile {
  /** Begins a look, unless one is under way. */
  look(conversation: string, look: () => Promise<string | undefined>): void;
  /** What the last look found, once. */
  take(conversation: string): string | undefined;
}

export function createMeanwhile(): Meanwhile {
  const looks = new Map<string, { text?: string | undefined }>();

  return {
    look(conversation, look) {
      if (looks.has(conversation)) return;
      const found: { text?: string | undefined } = {};
      looks.set(conversation, found);
      const [oldest] = looks.keys();
      if (looks.size > MOST_CONVERSATIONS && oldest !== undefined) looks.delete(oldest);
      void (async () => {
        found.text = await look().catch(() => undefined);
        if (found.text === undefined && looks.get(conversation) === found) looks.delete(conversation);
      })();
    },
    take(conversation) {
      const text = looks.get(conversation)?.text;
      if (text !== undefined) looks.delete(conversation);
      return text;
    },
  };
}
