import { commandRules } from "./command-rules.ts";
import {
  type ContextRule,
  expression,
  isCode,
  isName,
  isReference,
  isStandIn,
  isUserAndPassword,
  QUOTE,
  QUOTED_WORD,
} from "./context-rule.ts";
import { nameRules } from "./name-rules.ts";
import { placeRules } from "./place-rules.ts";

const OPEN_QUOTE = `(?:${QUOTE})?`;
const NEXT = String.raw`(?:,\s{0,20}|\s{1,20})`;
/** A name and its value in separate fields, in settings, forms and manifests: `key="ApiToken" value="…"`. */
const TELLING_NAME = String.raw`\b(?:key|name|id)${OPEN_QUOTE}\s?[=:]\s{0,4}${OPEN_QUOTE}[\w./:-]{0,60}(?:password|passwd|secret|token|api_?key|(?:access|private|signing|encryption)_?key)${OPEN_QUOTE}`;
const NAME_OF_VALUE = String.raw`${TELLING_NAME}${NEXT}(?:${OPEN_QUOTE}type${OPEN_QUOTE}\s?[=:]\s{0,4}${OPEN_QUOTE}[a-z]{1,20}${OPEN_QUOTE}${NEXT})?${OPEN_QUOTE}value${OPEN_QUOTE}\s?[=:]\s{0,4}`;
const YAML_WORD = String.raw`(?<secret>[\w!#$%^&*+/=.~@-]{6,400})$`;
const isNoValue = (secret: string): boolean =>
  secret.length < 6 || isStandIn(secret) || isName(secret) || !/\d/.test(secret);

/** A list of cookies (`theme=dark; sid=…`). Any of them may be the session, so all are removed. */
const COOKIES = String.raw`(?<secret>[\w.-]{1,60}=[^\s"'\\;]{0,4000}(?:;\s?[\w.-]{1,60}=[^\s"'\\;]{0,4000}){0,60})`;
const isShort = (cookies: string): boolean =>
  !/=[^;]{12}/.test(cookies) && !/(?:auth|sess|sid|token)[\w.-]{0,20}=(?=[^;]{0,20}\d)[^;]{6}/i.test(cookies);

const NETRC = /^\w+\s+\S+\s+login\s|^default\s|^machine\s+\S*\.|\n\s*password\s/;

/** Ports of databases: PostgreSQL and its poolers, MySQL, SQL Server, Oracle, CockroachDB, MongoDB. */
const PORTS = [5432, 5433, 6432, 3306, 1433, 1521, 26257, 27017];

/** Rules for secrets by their context: in a URL, in a header, after a telling name. Their order does not matter. */
const makeRules = (): readonly ContextRule[] => [
  // URLs
  {
    // The user name may already be one of our placeholders, which contains such characters itself.
    pattern: () =>
      /\b[a-z][a-z0-9+.-]{1,30}:\/\/(?:\[redacted:[\w-]{1,40}:[0-9a-f]{4}\]|(?!\[redacted:)[^\s:/@'"<>]{0,100}):(?<secret>[^\s/'"<>]{1,200})@/gi,
    needs: ["://"],
    except: isReference,
  },
  {
    pattern: () => /\bhttps?:\/\/(?<secret>[\w.~%-]{16,200})(?=(?::[^\s/@'"<>]{0,200})?@)/gi,
    needs: ["://"],
    except: (secret) => !/\d/.test(secret),
  },
  {
    pattern: () =>
      /[?&;](?:[\w-]{0,20}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|signature)|key|sig|auth|code)=(?<secret>[^\s&"'<>#\\]{6,})/gi,
    needs: ["="],
    except: (secret) => isReference(secret) || isName(secret),
  },
  // Headers
  {
    pattern: () => /\b(?:Bearer|Token)\s+(?<secret>[\w.~+/=-]{16,})/gi,
    words: ["bearer", "token"],
    except: (secret) => !/\d/.test(secret) || isReference(secret),
  },
  {
    pattern: () => /\bBasic\s+(?<secret>[A-Za-z0-9+/]{6,}={0,2})/gi,
    words: ["basic"],
    except: (secret) => !isUserAndPassword(secret),
  },
  {
    pattern: () => /"auth"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/]{6,}={0,2})"/g,
    needs: ['"auth"'],
    except: (secret) => !isUserAndPassword(secret),
  },
  {
    // For every scheme, or none.
    pattern: () => /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z][\w-]{1,20}\s+)?(?<secret>[\w.~+/=-]{16,})/gi,
    words: ["authorization"],
    except: (secret) => !/\d/.test(secret) || isReference(secret) || isCode(secret),
  },
  {
    pattern: () => /\bset-cookie["']?\s{0,4}:\s{0,4}["']?(?<secret>[\w.-]{1,60}=[^\s"'\\]{12,})/gi,
    words: ["set-cookie"],
  },
  {
    pattern: expression.gi`(?<!set-)\bcookie["']?\s{0,4}(?::\s{0,4}["']?|=\s{0,4}["'])${COOKIES}`,
    words: ["cookie"],
    except: isShort,
  },
  {
    pattern: expression.g`\bcurl\b[^\n|;&]{0,300}?\s(?:-b|--cookie)[ =]?["']?${COOKIES}`,
    needs: ["curl"],
    except: isShort,
  },
  // Files and connection strings
  {
    // A private key encoded in base64 again, as Kubernetes stores it. Certificates look similar but are no secret.
    pattern: () => /(?<![A-Za-z0-9+/])(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2})/g,
    needs: ["LS0tLS1CRUdJTi"],
    except: (secret) => !Buffer.from(secret.slice(0, 80), "base64").toString("latin1").includes("PRIVATE KEY"),
  },
  {
    pattern: () => /\b(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{20,}={0,2})/g,
    needs: ["Key=", "sig="],
  },
  {
    pattern: () => /\b(?:password|pwd)\s?=\s?(?<secret>[^;"'\s]{1,200})(?=;)/gi,
    words: ["password", "pwd"],
    except: (secret) => isReference(secret) || isCode(secret),
  },
  {
    pattern: () => /(?<=;\s{0,2})(?:password|pwd)\s?=\s?(?<secret>[^;"'\s]{1,200})(?=["'])/gi,
    words: ["password", "pwd"],
    except: (secret) => isReference(secret) || isCode(secret),
  },
  {
    // Of Go, where the password may have any sign.
    pattern: () => /(?<![\w.:-])[\w.-]{1,60}:(?<secret>[^\s"'\x60()]{1,200})@(?:tcp|unix)\(/g,
    needs: ["@tcp(", "@unix("],
    except: isReference,
  },
  {
    pattern: () => /["'\x60=](?!(?:npm|file|link|jsr|workspace):)[\w.-]{1,60}:(?<secret>[^\s"'\x60/()]{4,200})@\/\w/g,
    needs: ["@/"],
    except: isReference,
  },
  {
    // A browser's cookies in the file that curl reads.
    pattern: () =>
      /^(?:#HttpOnly_)?[\w.-]{1,100}[^\S\n]+(?:TRUE|FALSE)[^\S\n]+\/\S{0,100}[^\S\n]+(?:TRUE|FALSE)[^\S\n]+\d{1,12}[^\S\n]+[^\s=]{1,100}[^\S\n]+(?<secret>\S{6,4000})/gm,
    needs: ["TRUE", "FALSE"],
  },
  {
    pattern: () =>
      /\b(?:(?:USER|ROLE|LOGIN|SET\s+PASSWORD\s+FOR)\s[^\n;]{0,200}?\bPASSWORD|(?:CREATE|ALTER|GRANT)\s[^\n;]{0,200}?\bIDENTIFIED\s+(?:WITH\s+\w{1,40}\s+)?BY)(?:\s|\s?=\s?|\()N?'(?<secret>[^'\n]{1,200})'/gi,
    words: ["password", "identified"],
    except: isReference,
  },
  {
    pattern: () => /(?:(?<!\w)|(?<=npm_config_))_auth\s?=\s?"?(?<secret>[A-Za-z0-9+/]{6,}={0,2})/gi,
    words: ["_auth"],
    except: (secret) => !isUserAndPassword(secret),
  },
  {
    pattern: () => /(?<=\b(?:host|user|dbname|port|sslmode)=[^\s,;]{1,60}\s)password=(?<secret>[^\s"']{1,200})/g,
    needs: ["password="],
    except: isReference,
  },
  {
    pattern: () =>
      /(?<=^[ \t+>|-]{0,10}[a-z][\w-]{0,40}\.(?:[\w-]{1,40}\.){0,8})(?:password|secret|token)=(?<secret>\S{4,200})$/gm,
    needs: ["password=", "secret=", "token="],
    except: (secret) => isReference(secret) || isCode(secret) || /pass|secret|token/i.test(secret),
  },
  {
    // Terraform's output: the value is apart from its name.
    pattern: expression.g`${QUOTE}sensitive${QUOTE}\s{0,4}:\s{0,4}true\s{0,20},\s{0,20}${QUOTE}type${QUOTE}\s{0,4}:\s{0,4}${QUOTE}string${QUOTE}\s{0,20},\s{0,20}${QUOTE}value${QUOTE}\s{0,4}:\s{0,4}(?<quote>${QUOTE})(?<secret>(?:[^"\\\n]|\\(?!["'\\])){1,4000})\k<quote>`,
    needs: ["sensitive"],
    except: isReference,
  },
  {
    pattern: expression.gi`(?:password|passphrase|secret|token|private_?key|api_?key)${QUOTE}\s{0,4}:\s{0,4}\{[^{}]{0,200}?${QUOTE}value${QUOTE}\s{0,4}:\s{0,4}${QUOTED_WORD}`,
    words: ["password", "passphrase", "secret", "token", "key"],
    except: (secret) => secret.length < 6 || isStandIn(secret) || isName(secret),
  },
  { pattern: expression.gi`${NAME_OF_VALUE}${QUOTED_WORD}`, words: ["value"], except: isNoValue },
  {
    pattern: expression.gi`\bvalue${OPEN_QUOTE}\s?[=:]\s{0,4}${QUOTED_WORD}(?=${NEXT}${OPEN_QUOTE}${TELLING_NAME}(?:[\s,}>/]|$))`,
    words: ["value"],
    except: isNoValue,
  },
  { pattern: expression.gim`${NAME_OF_VALUE}${YAML_WORD}`, words: ["value"], except: isNoValue },
  {
    pattern: () =>
      /<[a-z]{1,20}\s+(?:name|key)=["'][\w.:-]{0,60}(?:password|secret|token|api_?key)["']>(?<secret>[^<\s]{6,400})<\//gi,
    words: ["password", "secret", "token", "key"],
    except: isNoValue,
  },
  {
    // As .NET writes a key.
    pattern: () => /<(?:D|P|Q|DP|DQ|InverseQ|X)>\s{0,40}(?<secret>[A-Za-z0-9+/=\s]{16,4000}?)\s{0,40}<\//g,
    needs: ["SAKeyValue"],
  },
  {
    // Only the secret numbers of the key; the other numbers may be known.
    pattern: expression.g`${QUOTE}(?:d|p|q|dp|dq|qi|k)${QUOTE}\s{0,4}:\s{0,4}(?<quote>${QUOTE})(?<secret>[\w-]{32,})\k<quote>`,
    needs: ["kty"],
  },
  {
    pattern: () =>
      /(?:mnemonic|(?:seed|recovery)[_ -]?phrase)["']?\s{0,4}[:=]\s{0,4}["'\x60]?(?<secret>[a-z]{3,8}(?: [a-z]{3,8}){11,23})(?![\w ])/gi,
    words: ["mnemonic", "phrase"],
  },
  {
    pattern: () => /<(?:password|passphrase|secret|token|apiKey)>(?<secret>[^<\s]{4,400})<\//gi,
    words: ["password>", "passphrase>", "secret>", "token>", "apikey>"],
    except: isReference,
  },
  {
    pattern: () =>
      /\b(?:(?:machine\s+\S{1,100}|default)\s+login\s+\S{1,100}|(?:login|machine)\s+\S{1,100})\s+password\s+(?<secret>\S{1,200})/g,
    needs: ["password"],
    except: (secret, whole) => isReference(secret) || (/^[A-Za-z-]+[.,;:!?)]*$/.test(secret) && !NETRC.test(whole)),
  },
  { pattern: () => /\bjdbc:oracle:[a-z]{1,8}:[\w$#]{1,60}\/(?<secret>[^\s@/"'$]{1,100})@/g, needs: ["jdbc:oracle:"] },
  {
    pattern: expression.gm`(?<=^[\w.*-]{1,80}:(?:${PORTS.join("|")}):[\w*-]{1,60}:[\w*-]{1,60}:)(?<secret>\S{1,200})$`,
    needs: PORTS.map((port) => `:${port}:`),
  },
  ...commandRules(),
  ...nameRules(),
  ...placeRules(),
];

let rules: readonly ContextRule[] | undefined;

export function contextRules(): readonly ContextRule[] {
  return (rules ??= makeRules());
}
