/** Keys that say by their own form whose they are. The name becomes part of the placeholder. */
export const TOKEN_RULES: Readonly<Record<string, string>> = {
  anthropic: String.raw`sk-ant-[\w-]{20,}`,
  openrouter: String.raw`sk-or-[\w-]{20,}`,
  openai: String.raw`sk-(?:proj-|svcacct-|admin-|None-)?[\w-]{20,}`,
  aws: String.raw`(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])`,
  google: String.raw`AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}`,
  github: String.raw`gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}`,
  gitlab: String.raw`gl(?:pat|ptt|dt|rt|cbt|soat|ft|agent)-[\w-]{20,}`,
  slack: String.raw`xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{20,}|hooks\.slack\.com/services/[\w/]{20,}`,
  stripe: String.raw`[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}`,
  npm: String.raw`npm_[A-Za-z0-9]{30,}`,
  pypi: String.raw`pypi-[\w-]{40,}`,
  huggingface: String.raw`hf_[A-Za-z0-9]{30,}`,
  xai: String.raw`xai-[A-Za-z0-9]{40,}`,
  groq: String.raw`gsk_[A-Za-z0-9]{40,}`,
  replicate: String.raw`r8_[A-Za-z0-9]{30,}`,
  perplexity: String.raw`pplx-[A-Za-z0-9]{40,}`,
  sendgrid: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  twilio: String.raw`(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])`,
  mailgun: String.raw`key-[0-9a-f]{32}(?![0-9a-f])`,
  digitalocean: String.raw`do[opr]_v1_[a-f0-9]{64}`,
  shopify: String.raw`shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
  telegram: String.raw`\d{8,10}:AA[\w-]{32,}`,
  discord: String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}|discord(?:app)?\.com/api/webhooks/\d+/[\w-]{30,}`,
  linear: String.raw`lin_api_[A-Za-z0-9]{32,}`,
  notion: String.raw`ntn_[A-Za-z0-9]{40,}`,
  databricks: String.raw`dapi[a-f0-9]{32}`,
  vault: String.raw`hv[sbr]\.[\w-]{24,}`,
  supabase: String.raw`sb(?:p|_secret)_[\w-]{30,}`,
  age: String.raw`AGE-SECRET-KEY-1[0-9A-Z]{50,}`,
  sentry: String.raw`sntry[su]_[\w=+/-]{40,}`,
  doppler: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}`,
  postman: String.raw`PMAK-[a-f0-9]{24}-[a-f0-9]{34}`,
  planetscale: String.raw`pscale_(?:tkn|pw|oauth)_[\w.-]{32,}`,
  figma: String.raw`figd_[\w-]{36,}`,
  newrelic: String.raw`NR(?:AK|JS|II|RA)-[A-Za-z0-9]{20,}`,
  atlassian: String.raw`ATATT3[\w=-]{50,}`,
  jwt: String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`,
};

export interface ContextRule {
  readonly kind: string;
  /** Everything outside the group `secret` stays. */
  readonly pattern: RegExp;
  /** A match that is no secret after all. */
  readonly except?: (secret: string) => boolean;
}

/** PEM blocks whole, without their end, and without their beginning: a cut must not save half a key. */
export const KEY_BLOCK_RULES: readonly ContextRule[] = [
  {
    kind: "private-key",
    pattern:
      /(?<secret>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){0,12000}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)/g,
  },
  {
    kind: "private-key",
    pattern:
      /(?<secret>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|[\s"'+|>,-]){0,12}[A-Za-z0-9+/=]{16,}){0,400})/g,
  },
  {
    kind: "private-key",
    pattern:
      /(?<secret>(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/=]{16,80}(?:\\[nr]|[\s"'+|>,-]){1,12}){1,400}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)/g,
  },
];

const STRONG_NAME = "password|passwd|passphrase|secret|client[_-]?secret";
const WEAK_NAME = "token|credentials?|[a-z]{2,12}[_-]?key|webhook[_-]?url";
const NAME_START = String.raw`(?<![\w.-])[\w.-]{0,40}`;
const NAME_END = String.raw`[\w.-]{0,20}\\?["']?\s{0,4}(?::=|=>|[=:])\s{0,4}`;
const QUOTED = String.raw`\\?["'](?<secret>[^"'\\\s]{6,200})\\?["']`;
const BARE = String.raw`(?<secret>[^\s"'\\;,(){}<>[\]]{8,200})`;

/** Secrets known by where they stand: in a URL, a header, behind a telling name. */
export const CONTEXT_RULES: readonly ContextRule[] = [
  {
    kind: "password",
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@'"<>]{0,100}:(?<secret>[^\s@/'"<>]{1,200})@/gi,
    except: isReference,
  },
  {
    kind: "authorization",
    pattern: /\b(?:Bearer|Basic|Token)\s+(?<secret>[\w.~+/=-]{16,})/gi,
    except: (secret) => !/\d/.test(secret) || isReference(secret),
  },
  { kind: "cookie", pattern: /\b(?:set-)?cookie["']?\s*:\s*["']?(?<secret>[\w.-]{1,60}=[^\s"'\\]{12,})/gi },
  { kind: "account-key", pattern: /\b(?:AccountKey|SharedAccessKey|sig)=(?<secret>[A-Za-z0-9+/%]{20,}={0,2})/g },
  {
    kind: "secret",
    pattern: new RegExp(`${NAME_START}(?:${STRONG_NAME})${NAME_END}${QUOTED}`, "gi"),
    except: isPlaceholder,
  },
  {
    kind: "secret",
    pattern: new RegExp(`${NAME_START}(?:${WEAK_NAME})${NAME_END}${QUOTED}`, "gi"),
    except: (secret) => isPlaceholder(secret) || isName(secret),
  },
  {
    kind: "secret",
    pattern: new RegExp(`${NAME_START}(?:${STRONG_NAME}|${WEAK_NAME})${NAME_END}${BARE}`, "gi"),
    except: (secret) => isPlaceholder(secret) || isName(secret) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret),
  },
  {
    kind: "secret",
    pattern:
      /\b[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)=(?<secret>[^\s"'\\;,()<>]{6,200})/g,
    except: (secret) => isPlaceholder(secret) || /^(?:\/|\.{1,2}\/|~)/.test(secret),
  },
  {
    kind: "secret",
    pattern: /(?<!\S)(?:--password|--token|--api-key)[= ](?<secret>[^\s"'$-][^\s"']{5,200})/g,
    except: isPlaceholder,
  },
];

/** A reference to a secret is none: `$TOKEN`, `process.env.KEY`, `{{ token }}`, `<your key>`, one of our own words. */
function isReference(secret: string): boolean {
  return /^[$%{<*[]|^(?:process|os|env|import|config|self|this|options|args|props|req|request|settings|secrets?)\.|\*{3}|\[redacted:/i.test(
    secret,
  );
}

function isPlaceholder(secret: string): boolean {
  return (
    isReference(secret) ||
    /^(?:x{3,}|\.{3}|your|example|change|placeholder|dummy|none$|null$|true$|false$|undefined$|string$|number$|boolean$|required$|optional$)/i.test(
      secret,
    )
  );
}

/** Words, paths and members of objects are names of things: `auth.token`, `access-token`, `src/keys.ts`. */
function isName(secret: string): boolean {
  return (
    /^[A-Za-z]+(?:[-_./:][A-Za-z]+)*$/.test(secret) ||
    /^[\w.-]*\/[\w./-]*$/.test(secret) ||
    /^[A-Z][A-Z0-9_]+$/.test(secret)
  );
}

/** Long strings between separators: candidates that `isRandom` decides about. */
export const LONG_STRING = /(?<![\w+/=.-])(?!sha(?:1|256|384|512)-)[A-Za-z0-9_-]{32,128}(?![\w+/=-])/g;

/**
 * Hashes and ids (hexadecimal, one case), names and words are long too. In a key, small letters, capitals and digits
 * change places nearly all the time; elsewhere they do not.
 */
export function isRandom(text: string): boolean {
  if (/^[0-9a-f-]+$/.test(text) || /^[0-9A-F-]+$/.test(text)) return false;
  const kinds = text.replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A").replaceAll(/\d/g, "0");
  if (!kinds.includes("a") || !kinds.includes("A") || (kinds.match(/0/g) ?? []).length < 3) return false;
  const changes = [...kinds].filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return changes >= text.length * 0.38 && new Set(text).size >= Math.min(20, text.length * 0.45);
}
