import {
  type ContextRule,
  expression,
  isCode,
  isLabel,
  isLikePassword,
  isName,
  isNoPassword,
  isPathOrNumber,
  isStandIn,
  isReference,
  QUOTED_WORD,
} from "./context-rule.ts";

/** A value after one of these names is a secret unless it is clearly something else. */
const STRONG = "passwords?|passwd|passphrase|(?:become|sudo|ssh)_pass|secret(?![_-]?(?:name|s\\b))";
/** Short forms of these names. They can also mean that something passes, so what follows must look like a password. */
const SHORT_NAME = String.raw`(?<![A-Za-z0-9])(?:[a-z]{1,12}[_-])?(?:db|ftp|ldap|mail|my|pg|redis|smtp|sql|ssh|user|vpn|wifi|wpa)?(?:pass|pwd|pw|psk|passcode)`;
/** Keys that give no access: they find, sort or name something. */
const OTHER_KEYS = String.raw`(?:cache|query|mutation|storage|sort|partition|primary|foreign|public|i18n|translation|message|idempotency|request|object|route|row|group|lookup|hot|mon|tur)[_-]?`;
/** A value after one of these names may also be a name. */
const WEAK = `token(?!s)|credentials?|(?<=[A-Za-z0-9]{2}[_-]?)(?<!${OTHER_KEYS})key(?!s|board|word|down|up|press|code|frame|store)|webhook[_-]?url`;
const SUFFIX =
  "(?:[_-]?(?:id|value|string|base64|base|b64|prod|production|dev|staging|test|live|old|new|backup|main|default|\\d{1,3}))?";
const IS = String.raw`\\{0,7}["'\x60]?\]?\s{0,4}(?::=|=>|[=:]|["'\x60]\s{0,2},(?=\s{0,2}["'\x60]))\s{0,4}`;

const PLAIN_QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?:(?!\k<quote>)[^\\\r\n]|\\.){4,200})\k<quote>`;
const WORDLESS_QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?:(?!\k<quote>)[^\\\s]|\\.){4,200})\k<quote>`;
/** Several words in quotes. */
const PHRASE_QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?:(?!\k<quote>)[^\\\s]){1,60}(?: (?:(?!\k<quote>)[^\\\s]){1,60}){1,12})\k<quote>`;
const ESCAPED_QUOTED = String.raw`(?<quote>\\{1,7}["'\x60])(?<secret>[^"'\x60\\\s]{4,200})\k<quote>`;
/** What a language puts around a text: `Some("…")`, `Secret::new(String::from("…"))`. */
const WRAPPED = String.raw`(?:(?:(?:Option::)?Some|Ok|Just|String::from|Secret(?:String|Str|Box)?(?:::(?:new|from))?|Optional\.of|pulumi\.secret)\(\s{0,2}){1,3}${QUOTED_WORD}`;
const LONG = String.raw`\\{0,7}["'\x60]?(?<secret>[\w+/=.~%-]{200,})`;
/** Not followed by a bracket, which would mean a call. */
const BARE = String.raw`(?<secret>[^\s"'\x60\\;,(){}<>[\]][^\s"'\x60\\;,(){}<>]{5,200})(?=[\s"'\x60\\;,)}>]|$)`;

/** `DB_PASSWORD`, `API_KEY`: names in capitals are settings, in every kind of file. */
export const CAPITAL_STRONG = String.raw`(?<![a-z0-9])(?:PASSWORD|PASSWD|PASSPHRASE|(?<=[A-Z_])(?<!\b(?:BY|COM|SUR|TRES))PASS|(?<=[A-Z_])(?<!OLD)PWD|_PW|PSK|REDISCLI_AUTH|SECRET|(?:API|SECRET|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER|AUTH|ACCOUNT|SERVICE)_?KEY|TOKEN|CREDENTIALS?|_PAT|_DSN)(?:_(?:\d{1,3}|PROD|PRODUCTION|DEV|TEST|STAGING|LIVE|BASE64|BASE|B64|OLD|NEW|ID|VALUE|DEFAULT|MAIN))?`;

export const nameRules = (): readonly ContextRule[] => [
  // Names in capitals
  // As Google shows a password for an app.
  {
    pattern: () =>
      /(?<=_PASS(?:WORD)?=|(?:APP|MAIL|SMTP)_PASS(?:WORD)?:[ \t]{1,4}|(?:app|mail|smtp)_pass(?:word)?(?:=|:[ \t]{1,4}))(?<secret>[a-z]{4}(?: [a-z]{4}){3})$/gm,
    needs: ["_PASS", "_pass"],
    except: isLabel,
  },
  {
    // Without blanks around the sign it is from a shell or .env file, and the value may be a sentence.
    ...inCapitals(String.raw`=${PLAIN_QUOTED}`),
    except: isReference,
  },
  { ...inCapitals(String.raw`\s{1,4}=\s{1,4}${WORDLESS_QUOTED}`), except: isNoPassword },
  {
    ...inCapitals(String.raw`(?:=|:[ \t]+)(?<secret>[^\s"'\x60\\$<][^\s"'\x60\\]{3,})`),
    except: (secret, whole) =>
      isStandIn(secret) || isCode(secret) || isPathOrNumber(secret) || (whole.endsWith(",") && /:[ \t]/.test(whole)),
  },
  {
    // A row of a table.
    ...inCapitals(String.raw`[\x60"]?[ \t]{0,40}\|[ \t]{1,4}[\x60"]?(?<secret>[\w+/=.~-]{16,})`),
    except: (secret) => isStandIn(secret) || isName(secret) || isCode(secret) || !/\d/.test(secret),
  },
  // Names in any case
  named(`${STRONG}|${WEAK}`, LONG),
  { ...named(STRONG, WORDLESS_QUOTED), except: isNoPassword },
  { ...named(STRONG, ESCAPED_QUOTED), except: isNoPassword },
  { ...named(STRONG, PHRASE_QUOTED), except: (secret) => isStandIn(secret) || isLabel(secret) },
  { ...named(`${STRONG}|${WEAK}`, WRAPPED), except: (secret, whole) => isNoPassword(secret, whole) || isName(secret) },
  { ...named(SHORT_NAME, WORDLESS_QUOTED), except: (secret) => /[\\/]/.test(secret) || !isLikePassword(secret) },
  { ...named(SHORT_NAME, ESCAPED_QUOTED), except: (secret) => !isLikePassword(secret) },
  {
    // The test runners of some languages print what passed behind such a name in capitals.
    ...named(SHORT_NAME, BARE),
    except: (secret, whole) => !isLikePassword(secret) || whole.startsWith("PASS:"),
  },
  { ...named(WEAK, WORDLESS_QUOTED), except: (secret) => secret.length < 6 || isStandIn(secret) || isName(secret) },
  { ...named(WEAK, ESCAPED_QUOTED), except: (secret) => secret.length < 6 || isStandIn(secret) || isName(secret) },
  {
    ...named(STRONG, BARE),
    except: (secret) => isStandIn(secret) || isName(secret) || isCode(secret) || !/[\d!@#$%^&*?~]/.test(secret),
  },
  {
    ...named(WEAK, BARE),
    except: (secret) =>
      secret.length < 8 ||
      isStandIn(secret) ||
      isName(secret) ||
      isCode(secret) ||
      !/\d/.test(secret) ||
      !/[A-Za-z]/.test(secret),
  },
];

/** Matches every name of {@link inCapitals} with a sign after it. */
const CAPITALS = /(?:PASS|PWD|_PW|PSK|_AUTH|SECRET|KEY|TOKEN|CREDENTIAL|_PAT|_DSN)[A-Z_\d]{0,20}["\x60\s]{0,45}[=:|]/;

function inCapitals(value: string): ContextRule {
  return { pattern: expression.g`${CAPITAL_STRONG}${value}`, outline: CAPITALS };
}

/** Matches every name of {@link named} with a sign after it: one small expression, tried before eleven large ones. */
const NAMES = /(?:pass|pwd|pw|psk|secret|token|credential|key|url)[\w-]{0,20}[\\"'\x60\]\s]{0,20}[=:,]/i;

function named(name: string, value: string): ContextRule {
  return { pattern: expression.gi`(?:${name})(?<!\[redacted:[\w-]{0,30})${SUFFIX}${IS}${value}`, outline: NAMES };
}
