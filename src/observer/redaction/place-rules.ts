import {
  type ContextRule,
  isCode,
  isLikePassword,
  isName,
  isNoPassword,
  isPathOrNumber,
  isStandIn,
  QUOTE,
  QUOTED_WORD,
} from "./context-rule.ts";
import { CAPITAL_STRONG } from "./name-rules.ts";

const OPEN_QUOTE = `(?:${QUOTE})?`;
const NAME = "(?:password|passwd|passphrase|secret|token|api_?key)";
/** What every name in capitals has. */
const CAPITALS = ["PASS", "PWD", "_PW", "PSK", "_AUTH", "SECRET", "KEY", "TOKEN", "CREDENTIAL", "_PAT", "_DSN"];
/** The beginning of a line or of a text in quotes, behind the marks of a diff and the numbers of lines. */
const LINE = String.raw`(?<!\w)(?<=(?:^|["'])(?:(?:[+>-]|[^\S\n]){0,20}|[^\S\n]{0,8}\d{1,6}[→:|\t](?:[+-]|[^\S\n]){0,20}))`;
const WORD_TO_END = String.raw`(?<secret>[^\s"'\x60\\$<({][^\s"'\x60\\]{3,400})(?=[^\S\n]{0,20}$|\\{0,7}["'])`;

/** Secrets that no sign of their own parts from their name: in tables, blocks, forms, in what sets variables. */
export const placeRules = (): readonly ContextRule[] => [
  {
    // The environment, as PowerShell lists it.
    pattern: () =>
      new RegExp(
        String.raw`${LINE}[A-Z\d_]{0,60}${CAPITAL_STRONG}(?:[^\S\n\t]{2,60}|[^\S\n\t]{5,60}:[^\S\n\t])(?<secret>[^\s"'\x60|]{6,400})[^\S\n]{0,20}$`,
        "gm",
      ),
    needs: CAPITALS,
    except: (secret) => !isLikePassword(secret),
  },
  {
    // A record of a database, a line for each of its columns.
    pattern: () =>
      new RegExp(
        String.raw`${LINE}(?:[a-z\d]{1,20}_){0,4}${NAME}[^\S\n]{0,40}\|[^\S\n](?<secret>[^\s"'\x60|]{6,400})[^\S\n]{0,20}$`,
        "gm",
      ),
    needs: ["|"],
    except: (secret) => !isLikePassword(secret),
  },
  {
    // As `vault kv get` prints it, and others that print a table of settings.
    pattern: () =>
      new RegExp(
        String.raw`${LINE}(?:[a-z\d]{1,20}[_-]){0,4}${NAME}(?:[^\S\n\t]{2,40}|\t[^\S\n]{0,20})(?<secret>[^\s"'\x60|]{6,400})[^\S\n]{0,20}$`,
        "gm",
      ),
    outline: /(?:passw(?:or)?d|passphrase|secret|token|api_?key)(?:[^\S\n]{2}|\t)/,
    except: (secret) => isNoSetting(secret) || !isMixed(secret),
  },
  {
    // A row of a table that is drawn or written in Markdown.
    pattern: () =>
      new RegExp(
        String.raw`${CAPITAL_STRONG}[\x60"]?[ \t]{0,40}[|│┃║][ \t]{1,4}[\x60"]?(?<secret>[^\s"'\x60|│┃║]{8,400})[\x60"]?[ \t]{0,400}[|│┃║]`,
        "g",
      ),
    outline: /[|│┃║]/,
    except: (secret) => isNoSetting(secret) || !isMixed(secret),
  },
  {
    // A block in YAML that holds nothing but one word.
    pattern: () =>
      new RegExp(
        String.raw`${NAME}["']?:[ \t]{1,4}[|>][+-]?[^\S\n]{0,20}\n[^\S\n]{1,40}(?:[+-][^\S\n]{1,40})?(?<secret>[^\s"'\x60]{4,400})[^\S\n]{0,20}$`,
        "gim",
      ),
    words: ["pass", "secret", "token", "key"],
    except: (secret) => isNoSetting(secret) || !/[\d!@#$%^&*?~]/.test(secret),
  },
  {
    // Gradle: a call without brackets.
    pattern: () =>
      new RegExp(
        String.raw`(?:\b(?:store|key)Password|${LINE}(?:password|passwd|passphrase))[ \t]{1,20}${QUOTED_WORD}`,
        "gm",
      ),
    needs: ["Password", "passw", "passp"],
    except: (secret, whole) =>
      isNoPassword(secret, whole) || (isName(secret) && !/^(?:store|key)/.test(whole)) || isCode(secret),
  },
  {
    // The field of a form, filled in.
    pattern: () =>
      new RegExp(
        String.raw`<input\b(?=[^<>]{0,400}?\stype\s?=\s?${OPEN_QUOTE}password\b)[^<>]{0,400}?\svalue\s?=\s?${QUOTED_WORD}`,
        "gi",
      ),
    words: ["<input"],
    except: isNoPassword,
  },
  {
    // The field of a form, as it is sent.
    pattern: () =>
      new RegExp(
        String.raw`\bform-data;[^\S\n]{0,4}name=${QUOTE}[\w.[\]-]{0,60}${NAME}[\w\]]{0,4}${QUOTE}[^\S\n]{0,20}\n[^\S\n]{0,20}\n[ \t+>]{0,20}(?<secret>[^\s"'\\-][^\s"'\\]{0,400})`,
        "gi",
      ),
    words: ["form-data;"],
    except: (secret) => /^(?:\$[{(]|\{\{|<.*>$)|^\*+$/.test(secret),
  },
  {
    // What is taken where the variable is not set: `process.env.TOKEN || "…"`.
    pattern: () =>
      new RegExp(String.raw`${CAPITAL_STRONG}${OPEN_QUOTE}[\])]{0,2}\s{0,4}(?:\|\||\?\?)\s{0,4}${QUOTED_WORD}`, "g"),
    needs: ["||", "??"],
    except: (secret) => isStandIn(secret) || isName(secret) || isCode(secret),
  },
  // Words behind names in capitals
  { ...named(`(?:${QUOTED_WORD})`), except: isNoWord },
  { ...named(String.raw`(?<secret>[\w!#$%^&*+/=.~@-]{4,400})[^\S\n]{0,20}$`), except: isNoWord },
  {
    pattern: () =>
      new RegExp(String.raw`${LINE}ENV[ \t]{1,8}[A-Z\d_]{0,60}${CAPITAL_STRONG}[ \t]{1,8}${WORD_TO_END}`, "gm"),
    needs: ["ENV"],
    except: isNoWord,
  },
  {
    pattern: () =>
      new RegExp(
        String.raw`\bdefine\([ \t]{0,4}${QUOTE}[A-Z\d_]{0,60}${CAPITAL_STRONG}${QUOTE}[ \t]{0,4},[ \t]{0,4}${QUOTED_WORD}`,
        "g",
      ),
    needs: ["define("],
    except: isNoWord,
  },
  {
    // A variable of a makefile.
    pattern: () =>
      new RegExp(
        String.raw`${LINE}(?:export[ \t]{1,4})?[A-Z\d_]{0,60}${CAPITAL_STRONG}[ \t]{0,8}(?:::?|\?)=[ \t]{0,8}${WORD_TO_END}`,
        "gm",
      ),
    outline: /[A-Z\d][ \t]{0,8}[:?]{1,2}=/,
    except: isNoWord,
  },
  {
    // In the address of a database a word is a password, too.
    pattern: () => /\bjdbc:[^\s"'<>]{1,400}?[?&;](?:password|pwd)=(?<secret>[^\s&;"'<>#\\]{1,200})/gi,
    words: ["jdbc:"],
    except: (secret) => isStandIn(secret),
  },
];

/** A name in capitals and its value in separate fields: `name: DB_PASSWORD`, and on the next line `value: …`. */
function named(value: string): ContextRule {
  const next = String.raw`(?:,\s{0,20}|\s{1,20})`;
  const source = String.raw`\b[nN]ame${OPEN_QUOTE}\s?:\s{0,4}${OPEN_QUOTE}[A-Z\d_]{0,60}${CAPITAL_STRONG}${OPEN_QUOTE}${next}${OPEN_QUOTE}[vV]alue${OPEN_QUOTE}\s?:\s{0,4}${value}`;
  return { pattern: () => new RegExp(source, "gm"), needs: CAPITALS };
}

/** True for a word that only names something: another variable, a key in a store, a parameter. */
function isNoWord(secret: string): boolean {
  return (
    isStandIn(secret) ||
    isCode(secret) ||
    isPathOrNumber(secret) ||
    /^[A-Z]+(?:_[A-Z\d]+)*$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(secret) ||
    (isName(secret) && /pass|secret|token|key|credential/i.test(secret))
  );
}

function isNoSetting(secret: string): boolean {
  return isStandIn(secret) || isName(secret) || isCode(secret) || isPathOrNumber(secret);
}

/** True for what is written neither as a word nor as a number, a version or a time. */
function isMixed(secret: string): boolean {
  if (/^v?\d+(?:\.\d+)+|^\d{4}-\d\d-\d\d|^[A-Za-z]+\d{0,3}$|^(?:\d+[a-z]{1,2})+$/.test(secret)) return false;
  const hasSign = /[!@#$%^&*?~]/.test(secret);
  return /\d/.test(secret) && /[a-z]/i.test(secret) && (hasSign || (/[a-z]/.test(secret) && /[A-Z]/.test(secret)));
}
