import { literally } from "../../text/strings.ts";
import type { Placeholder } from "./placeholder.ts";

const MOST_REMEMBERED = 100;
/** A shorter one may be a part of another word. */
const LONG = 8;

export function createMemory() {
  /** How each secret may be written, for a text that has it. */
  const known = new Map<string, readonly string[]>();
  return {
    learn(secret: string): void {
      if (known.size < MOST_REMEMBERED && !known.has(secret) && isUnlikelyWord(secret))
        known.set(secret, waysToWrite(secret));
    },
    forget(text: string, placeholder: Placeholder): string {
      let result = text;
      for (const [secret, ways] of known) {
        for (const way of ways) {
          if (!result.includes(way)) continue;
          const word = () => placeholder("secret", secret);
          result = way.length < LONG ? result.replaceAll(alone(way), word) : result.replaceAll(way, word);
        }
      }
      return result;
    },
    get size(): number {
      return known.size;
    },
  };
}

/** As it is, in JSON and in a URL. */
function waysToWrite(secret: string): readonly string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])];
}

function alone(word: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${literally(word)}(?![A-Za-z0-9])`, "g");
}

/** Removing a word everywhere could hide the work, so only what nobody writes by chance is remembered. */
function isUnlikelyWord(secret: string): boolean {
  return /^(?=.*[A-Za-z])(?=.*[\d!@#$%^&*?~])[^\s[\]]{6,200}$/.test(secret) && new Set(secret).size >= 5;
}
