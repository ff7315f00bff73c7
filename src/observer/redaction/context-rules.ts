import { isPlaceholder } from "./placeholder.ts";

export interface ContextRule {
  /** Everything outside the group `secret` stays. */
  readonly pattern: RegExp;
  /** A match that is no secret after all. */
  readonly except?: (secret: string, whole: string) => boolean;
}

/** A value behind these is a secret unless it is plainly something else. */
const STRONG =
  "passwords?|passwd|passphrase|(?:client|app|shared|webhook|signing|jwt|session|cookie)?[_-]?secret(?![_-]?(?:name|s\\b))";
/** The same in short, which also means what passes. */
const SHORT_NAME = "(?<![A-Za-z0-9])(?:(?:db|smtp|mail|redis|admin|root|user)[_-]?)?(?:pass|pwd)";
/** A value behind these may also be a name of something. */
const WEAK =
  "(?:auth|access|refresh|bearer|api|bot|id|session|csrf|xsrf|deploy|registry)?[_-]?token(?!s)|credentials?|(?<=[A-Za-z0-9]{2}[_-]?)key(?!s|board|word|down|up|press|code|frame|store)|webhook[_-]?url";
const SUFFIX =
  "(?:[_-]?(?:id|value|string|base64|base|b64|prod|production|dev|staging|test|live|old|new|backup|main|default|\\d{1,3}))?";
const IS = String.raw`\\{0,7}["'\x60]?\s{0,4}(?::=|=>|[=:]|["'\x60]\s{0,2},(?=\s{0,2}["'\x60]))\s{0,4}`;

const PLAIN_QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?:(?!\k<quote>)[^\\\r\n]|\\.){4,200})\k<quote>`;
const WORDLESS_QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?:(?!\k<quote>)[^\\\s]|\\.){4,200})\k<quote>`;
const ESCAPED_QUOTED = String.raw`(?<quote>\\{1,7}["'\x60])(?<secret>[^"'\x60\\\s]{4,200})\k<quote>`;
/** Not followed by a bracket: that would be a call. */
const BARE = String.raw`(?<secret>[^\s"'\x60\\;,(){}<>[\]][^\s"'\x60\\;,(){}<>]{5,200})(?=[\s"'\x60\\;,)}>]|$)`;

/** `DB_PASSWORD`, `API_KEY`: names in capitals are data, in whatever file they stand. */
const CAPITAL_STRONG = `(?<![a-z0-9])(?:PASSWORD|PASSWD|PASSPHRASE|(?<=_)PASS|(?<=_)PWD|SECRET|(?:API|SECRET|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER|AUTH|ACCOUNT|SERVICE)_?KEY|TOKEN|CREDENTIALS?|_PAT|_DSN)(?:_(?:\\d{1,3}|PROD|PRODUCTION|DEV|TEST|STAGING|LIVE|BASE64|BASE|B64|OLD|NEW|ID|VALUE|DEFAULT|MAIN))?`;

/** `theme=dark; sid=…`: which of them is the session nobody knows. */
const COOKIES = String.raw`(?<secret>[\w.-]{1,60}=[^\s"'\\;]{0,4000}(?:;\s?[\w.-]{1,60}=[^\s"'\\;]{0,4000}){0,60})`;
const isShort = (cookies: string): boolean => !/=[^;]{12}/.test(cookies);

/** Secrets known by where they stand: in a URL, a header, behind a telling name. Order does not matter. */
const makeRules = (): readonly ContextRule[] => [
  // URLs
  {
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@'"<>]{0,100}:(?<secret>[^\s/'"<>]{1,200})@/gi,
    except: isReference,
  },
  { pattern: /\bhttps?:\/\/(?<secret>[\w.~%-]{16,200})@/gi, except: (secret) => !/\d/.test(secret) },
  {
    pattern:
      /[?&;](?:[\w-]{0,20}(?:password|passwd|pwd|secret|token|api[_-]?key|signature)|key|sig|auth|code)=(?<secret>[^\s&"'<>#\\]{6,400})/gi,
    except: (secret) => isReference(secret) || isName(secret),
  },
  // Headers
  {
    pattern: /\b(?:Bearer|Token)\s+(?<secret>[\w.~+/=-]{16,})/gi,
    except: (secret) => !/\d/.test(secret) || isReference(secret),
  },
  { pattern: /\bBasic\s+(?<secret>[A-Za-z0-9+/]{6,}={0,2})/gi, except: (secret) => !isUserAndPassword(secret) },
  {
    pattern: /"auth"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/]{6,}={0,2})"/g,
    except: (secret) => !isUserAndPassword(secret),
  },
  {
    // Whatever the scheme is, or none.
    pattern: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z][\w-]{1,20}\s+)?(?<secret>[\w.~+/=-]{16,})/gi,
    except: (secret) => !/\d/.test(secret) || isReference(secret) || isCode(secret),
  },
  { pattern: /\bset-cookie["']?\s{0,4}:\s{0,4}["']?(?<secret>[\w.-]{1,60}=[^\s"'\\]{12,})/gi },
  { pattern: new RegExp(String.raw`(?<!set-)\bcookie["']?\s{0,4}:\s{0,4}["']?${COOKIES}`, "gi"), except: isShort },
  {
    pattern: new RegExp(String.raw`\bcurl\b[^\n|;&]{0,300}?\s(?:-b|--cookie)[ =]?["']?${COOKIES}`, "g"),
    except: isShort,
  },
  // Files and connection strings
  {
    // A private key in base64 once more, as Kubernetes keeps it. Certificates look alike and are none.
    pattern: /(?<![A-Za-z0-9+/])(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2})/g,
    except: (secret) => !Buffer.from(secret.slice(0, 80), "base64").toString("latin1").includes("PRIVATE KEY"),
  },
  { pattern: /\b(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{20,}={0,2})/g },
  {
    pattern: /(?:(?<=;\s{0,2})|\b)(?:password|pwd)\s?=\s?(?<secret>[^;"'\s]{1,200})(?=;)/gi,
    except: (secret) => isReference(secret) || isCode(secret),
  },
  {
    pattern: /(?<=;\s{0,2})(?:password|pwd)\s?=\s?(?<secret>[^;"'\s]{1,200})(?=["'])/gi,
    except: (secret) => isReference(secret) || isCode(secret),
  },
  { pattern: /(?<![\w.:-])[\w.-]{1,60}:(?<secret>[^\s:@/"']{1,200})@(?:tcp|unix)\(/g, except: isReference },
  {
    pattern:
      /\b(?:USER|ROLE|LOGIN)\s[^\n;]{0,200}?\b(?:PASSWORD|IDENTIFIED\s+BY)(?:\s|\s?=\s?)'(?<secret>[^'\n]{1,200})'/gi,
    except: isReference,
  },
  {
    pattern: /:_auth\s?=\s?"?(?<secret>[A-Za-z0-9+/]{6,}={0,2})/g,
    except: (secret) => !isUserAndPassword(secret),
  },
  {
    pattern: /(?<=\b(?:host|user|dbname|port|sslmode)=[^\s,;]{1,60}\s)password=(?<secret>[^\s"']{1,200})/g,
    except: isReference,
  },
  {
    pattern:
      /(?<=^[ \t+>|-]{0,10}[a-z][\w-]{0,40}\.(?:[\w-]{1,40}\.){0,8})(?:password|secret|token)=(?<secret>\S{4,200})$/gm,
    except: (secret) => isReference(secret) || isCode(secret) || /pass|secret|token/i.test(secret),
  },
  { pattern: /<(?:password|passphrase|secret|token|apiKey)>(?<secret>[^<\s]{4,400})<\//gi, except: isReference },
  { pattern: /\blogin\s+\S{1,100}\s+password\s+(?<secret>\S{1,200})/g, except: isReference },
  {
    pattern:
      /(?<=^[\w.*-]{1,80}:(?:5432|5433|6432|3306|1433|1521|26257|27017):[\w*-]{1,60}:[\w*-]{1,60}:)(?<secret>\S{1,200})$/gm,
  },
  // Command lines
  {
    pattern:
      /(?<!\S)--?(?:password|passwd|passphrase|requirepass|token|api-?key|secret)(?:=|\s)(?<quote>["']?)(?<secret>[^\s"'$<-][^\s"']{3,200})\k<quote>/g,
    except: (secret) => isReference(secret) || isStandIn(secret),
  },
  {
    pattern:
      /(?<!\S)--(?:[a-z\d]{1,20}-){1,4}(?:password|passwd|passphrase|token|key|secret)(?:=|\s)(?<quote>["']?)(?<secret>[^\s"'$<-][^\s"']{5,200})\k<quote>/g,
    except: (secret) => isStandIn(secret) || isName(secret) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret),
  },
  {
    pattern:
      /\b(?:curl|wget|http|https)\b[^\n|;&]{0,300}?\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"'$]{1,80}:(?<secret>[^\s"']{1,200})/g,
    except: (secret) => isReference(secret) || /^\d{1,5}$/.test(secret),
  },
  { pattern: /\bmysql(?:dump|admin|import|sh)?\b[^\n|;&]{0,200}?\s-p["']?(?<secret>[^\s"'$<-][^\s"']{0,200})/g },
  { pattern: /\bsshpass\s+-p\s?["']?(?<secret>[^\s"'$][^\s"']{0,200})/g },
  {
    pattern:
      /\b(?:redis-cli|mongo(?:sh|dump|restore)?|docker\s+login)\b[^\n|;&]{0,200}?\s-[ap]\s+(?<secret>[^\s"'$-][^\s"']{3,200})/g,
  },
  // Names in capitals
  {
    // Without blanks around the sign it is a shell's or a .env file's, and the value may be a sentence.
    pattern: new RegExp(`${CAPITAL_STRONG}=${PLAIN_QUOTED}`, "g"),
    except: isReference,
  },
  { pattern: new RegExp(String.raw`${CAPITAL_STRONG}\s{1,4}=\s{1,4}${WORDLESS_QUOTED}`, "g"), except: isNoPassword },
  {
    pattern: new RegExp(String.raw`${CAPITAL_STRONG}(?:=|:[ \t]+)(?<secret>[^\s"'\x60\\$<][^\s"'\x60\\]{3,400})`, "g"),
    except: (secret, whole) =>
      isStandIn(secret) || isCode(secret) || isPathOrNumber(secret) || (whole.endsWith(",") && /:[ \t]/.test(whole)),
  },
  // Names in any case
  { pattern: named(STRONG, WORDLESS_QUOTED), except: isNoPassword },
  { pattern: named(STRONG, ESCAPED_QUOTED), except: isNoPassword },
  {
    pattern: named(SHORT_NAME, WORDLESS_QUOTED),
    except: (secret) => isStandIn(secret) || /[\\/]/.test(secret) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret),
  },
  {
    pattern: named(WEAK, WORDLESS_QUOTED),
    except: (secret) => secret.length < 6 || isStandIn(secret) || isName(secret),
  },
  {
    pattern: named(WEAK, ESCAPED_QUOTED),
    except: (secret) => secret.length < 6 || isStandIn(secret) || isName(secret),
  },
  {
    pattern: named(STRONG, BARE),
    except: (secret) => isStandIn(secret) || isName(secret) || isCode(secret) || !/[\d!@#$%^&*?~]/.test(secret),
  },
  {
    pattern: named(WEAK, BARE),
    except: (secret) =>
      secret.length < 8 ||
      isStandIn(secret) ||
      isName(secret) ||
      isCode(secret) ||
      !/\d/.test(secret) ||
      !/[A-Za-z]/.test(secret),
  },
];

let rules: readonly ContextRule[] | undefined;

/** Made when they are first needed, as the tokens are. */
export function contextRules(): readonly ContextRule[] {
  return (rules ??= makeRules());
}

function named(name: string, value: string): RegExp {
  return new RegExp(String.raw`(?:${name})(?<!\[redacted:[\w-]{0,30})${SUFFIX}${IS}${value}`, "gi");
}

/** A reference to a secret is none: `$TOKEN`, `process.env.KEY`, `{{ token }}`, `<your key>`, one of our own words. */
function isReference(secret: string): boolean {
  return isPlaceholder(secret) || SIGIL.test(secret) || MEMBER.test(secret) || /^\*+$|\*{3}/.test(secret);
}

/** A shell's variable has digits only in capitals: `$ecret123` is a password. */
const SIGIL =
  /^(?:\$(?:[{(]|[A-Z_][A-Z0-9_]*\W?$|[a-z_]+\W?$|\d$)|%[A-Za-z_]\w*%?$|%\(|\{.*\}?$|<[^>]*>?$|\[(?!redacted:).*\]$)/;
const MEMBER =
  /^(?:process|os|env|import|config|self|this|options|args|props|req|request|settings|secrets?|vars|steps|inputs)\./i;

/** What people write where a secret would stand. */
function isStandIn(secret: string): boolean {
  return (
    isReference(secret) ||
    /^(?:x{3,}(?![A-Za-z0-9])|\.{3}|your|example|change|placeholder|dummy|none$|null$|nil$|true$|false$|undefined$|str(?:ing)?\b|text$|number$|boolean$|required$|optional$)/i.test(
      secret,
    )
  );
}

/** `password: "Password"` is a label, `type: "password"` a type. */
function isNoPassword(secret: string, whole: string): boolean {
  return (
    isStandIn(secret) ||
    /^(?:password|secret|passphrase)s?[:?*]?$/i.test(secret) ||
    (/["'\x60]\s{0,2},\s{0,2}["'\x60]/.test(whole) && isName(secret))
  );
}

/** Words, paths and members of objects are names of things: `auth.token`, `access-token`, `src/keys.ts`. */
function isName(secret: string): boolean {
  return (
    /^_*[A-Za-z]+(?:[-_./:]+[A-Za-z]+)*_*[!?]?$/.test(secret) ||
    /^[\w.-]*\/[\w./-]*$/.test(secret) ||
    /^[A-Z][A-Z0-9_]+$/.test(secret)
  );
}

function isPathOrNumber(secret: string): boolean {
  return /^(?:\/|\.{1,2}\/|~|(?:0x)?[\da-f]{1,6},?$)/i.test(secret);
}

/** A call, a member, an assignment that goes on, a shell's complaint: `z.string()`, `user.token!`, `input=100`, `?required`. */
function isCode(secret: string): boolean {
  return /^\?|^[\w$.?!]+[([{<]|^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[!;,]?$|^\w+=[^=]/.test(secret);
}

/** What basic authorization carries. */
function isUserAndPassword(encoded: string): boolean {
  return /^[\x20-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(Buffer.from(encoded, "base64").toString("latin1"));
}
