/** Earlier messages, which Up and Down bring back. */
export interface Recall {
  add(text: string): void;
  /** The message before the one shown now; `current` is kept so that `newer` can return to it. */
  older(current: string): string | undefined;
  newer(): string | undefined;
}

export function createRecall(sent: readonly string[]): Recall {
  const texts = [...sent];
  let index = texts.length;
  let begun = "";
  return {
    add(text) {
      if (texts.at(-1) !== text) texts.push(text);
      index = texts.length;
    },
    older(current) {
      if (index === 0) return undefined;
      if (index === texts.length) begun = current;
      index -= 1;
      return texts[index];
    },
    newer() {
      if (index === texts.length) return undefined;
      index += 1;
      return texts[index] ?? begun;
    },
  };
}
