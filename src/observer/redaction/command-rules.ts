import {
  type ContextRule,
  expression,
  isCode,
  isLikePassword,
  isName,
  isPathOrNumber,
  isReference,
  isStandIn,
  QUOTE,
  QUOTED_WORD,
} from "./context-rule.ts";
import { isRandom } from "./random-strings.ts";

/** A variable that is set by a command of its own, without a sign between its name and its value. */
const VARIABLE = String.raw`(?:${QUOTE})?[\w./:-]{0,60}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|CREDENTIALS?|(?:API|SECRET|ACCESS|PRIVATE|ENCRYPTION|SIGNING|MASTER|AUTH|ACCOUNT|SERVICE|DEPLOY)_?KEY)(?:_(?:\d{1,3}|PROD|PRODUCTION|DEV|TEST|STAGING|LIVE|VALUE))?["']?`;
const SETTERS = String.raw`\b(?:setx(?:\s+\/m)?|setenv|set\s+-[a-zA-Z]{1,3}|config(?:ure)?\s+set)|^[ \t+>|-]{0,10}ENV`;
/** Commands that read a secret from their input. */
const TAKES_SECRET = String.raw`(?:--password-stdin|--with-token|--passphrase-fd|\bsudo\s+-S\b|-pass(?:in|out)?\s+stdin|\bsecret\s+(?:set|put|create)\b|\bchpasswd\b|\bpasswd\s+--stdin|\benv\s+add\s+\w{0,60}(?:PASSWORD|SECRET|TOKEN|KEY)\b)`;
const WORD = String.raw`(?<quote>(?:${QUOTE})?)(?<secret>[^\s"'\\$<|-](?:[^\s"'\\|]|\\(?!["'\\])){3,400})\k<quote>`;

/** Secrets in command lines, and in function calls with which programs log in. */
export const commandRules = (): readonly ContextRule[] => [
  {
    pattern: () =>
      /(?<!\S)--?(?:password|passwd|passphrase|requirepass|(?:src|dest)?(?:store|key)pass|token|api-?key|secret)(?:=|\s)(?<quote>["']?)(?<secret>[^\s"'$<-][^\s"']{3,200})\k<quote>/g,
    needs: ["-passw", "-passp", "requirepass", "storepass", "keypass", "-token", "-api", "-secret"],
    except: isStandIn,
  },
  {
    pattern: () =>
      /(?<!\S)--(?:[a-z\d]{1,20}-){1,4}(?:password|passwd|passphrase|token|key|secret)(?:=|\s)(?<quote>["']?)(?<secret>[^\s"'$<-][^\s"']{5,200})\k<quote>/g,
    needs: ["-passw", "-passp", "-token", "-key", "-secret"],
    except: (secret) => isStandIn(secret) || isName(secret) || !/\d/.test(secret) || !/[A-Za-z]/.test(secret),
  },
  {
    pattern: () =>
      /\b(?:curl|wget|https?)\b[^\n|;&]{0,300}?\s(?:-u|--user|--proxy-user|-a|--auth)[ =]?["']?[^\s:"'$]{1,80}:(?<secret>[^\s"']{1,200})/g,
    needs: ["curl", "wget", "http"],
    except: (secret) => isReference(secret) || /^\d{1,5}$/.test(secret),
  },
  {
    pattern: () =>
      /\b(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-[a-z]{1,12})?)\b[^\n|;&]{0,200}?\s-p["']?(?<secret>[^\s"'$<-][^\s"']{0,200})/g,
    needs: ["mysql", "mariadb"],
  },
  { pattern: () => /\bsshpass\s+-p\s?["']?(?<secret>[^\s"'$][^\s"']{0,200})/g, needs: ["sshpass"] },
  {
    pattern: () =>
      /\b(?:redis-cli\b[^\n|;&]{0,200}?\s-a|(?:mongo(?:sh|dump|restore|import|export)?|cqlsh|psexec(?:64)?|(?:docker|podman|buildah|skopeo|oras|az|helm\s+registry)\s+login|twine\s+upload)\b[^\n|;&]{0,200}?\s-p)\s+(?<secret>[^\s"'$-][^\s"']{3,200})/g,
    needs: ["redis-cli", "mongo", "cqlsh", "psexec", "login", "twine"],
  },
  {
    pattern: expression.gim`(?:${SETTERS})\s+${VARIABLE}\s+${WORD}`,
    words: ["passw", "passp", "secret", "token", "credential", "key"],
    except: (secret, whole) =>
      isStandIn(secret) ||
      isCode(secret) ||
      isPathOrNumber(secret) ||
      (isName(secret) && !/^set(?:x|env)\b/i.test(whole)),
  },
  {
    pattern: expression.g`\b(?:gh\s+secret\s+set|az\s+keyvault\s+secret\s+set|aws\s+secretsmanager\s+[a-z]{1,10}-secret(?:-value)?|aws\s+ssm\s+put-parameter\b(?=[^\n]{0,300}SecureString))\b[^\n|;&]{0,300}?\s(?:--body|-b|--value|--secret-string)(?:=|\s+)${WORD}`,
    needs: ["secret", "put-parameter"],
    except: isStandIn,
  },
  {
    pattern: expression.g`\b(?:echo|printf)\s+(?:-n\s+)?(?:["']?%s(?:\\n)?["']?\s+)?${WORD}\s{0,4}\|[^\n|;&]{0,200}?${TAKES_SECRET}`,
    needs: ["echo", "printf"],
    except: isStandIn,
  },
  { pattern: expression.g`${TAKES_SECRET}[^\n|;&<]{0,200}<<<\s{0,4}${WORD}`, needs: ["<<<"], except: isStandIn },
  {
    pattern: () =>
      /\bhtpasswd\s+-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\s+\S{1,200}\s+\S{1,100}\s+["']?(?<secret>[^\s"'$][^\s"']{0,200})/g,
    needs: ["htpasswd"],
  },
  {
    pattern: () =>
      /\bldap(?:search|add|modify|delete|compare|whoami|passwd)\b[^\n|;&]{0,300}?\s-w\s+["']?(?<secret>[^\s"'$-][^\s"']{2,200})/g,
    needs: ["ldap"],
  },
  {
    pattern: () =>
      /\b(?:(?:un)?zip|sqlcmd|bcp|mosquitto_[a-z]{1,4}|ipmitool)\b[^\n|;&]{0,200}?\s-P\s{0,4}["']?(?<secret>[^\s"'$-][^\s"']{2,200})/g,
    needs: ["-P"],
  },
  {
    pattern: () => /\b7z[ar]?\s+[a-z]\b[^\n|;&]{0,200}?\s-p["']?(?<secret>[^\s"'$][^\s"']{2,200})/g,
    needs: ["7z"],
    except: isStandIn,
  },
  {
    pattern: () => /\s-pass(?:in|out)?\s+["']?pass:(?<secret>[^\s"'$][^\s"']{0,200})/g,
    needs: ["pass:"],
    except: isStandIn,
  },
  {
    pattern: () => /\bsmb\w{0,12}\b[^\n|;&]{0,200}?\s-U\s+["']?[^\s%"'$]{1,60}%(?<secret>[^\s"'$][^\s"']{0,200})/g,
    needs: ["smb"],
  },
  {
    pattern: expression.gi`\bConvertTo-SecureString\s+(?:-String\s+)?${QUOTED_WORD}`,
    words: ["convertto-securestring"],
    except: isStandIn,
  },
  {
    pattern: () => /\blftp\b[^\n|;&]{0,200}?\s-u\s+["']?[^\s,"'$]{1,80},(?<secret>[^\s"'$][^\s"']{0,200})/g,
    needs: ["lftp"],
  },
  {
    pattern: () =>
      /\bnmcli\b[^\n|;&]{0,200}?\s(?:password|[\w.-]{0,40}psk)\s+["']?(?<secret>[^\s"'$<-][^\s"']{3,200})/g,
    needs: ["nmcli"],
  },
  {
    pattern: () =>
      /\b(?:plink|pscp|psftp|putty)(?:\.exe)?\b[^\n|;&]{0,200}?\s-pw\s+["']?(?<secret>[^\s"'$%<-][^\s"']{0,200})/g,
    needs: ["-pw"],
  },
  { pattern: () => /\bx?freerdp\b[^\n|;&]{0,200}?\s\/p:["']?(?<secret>[^\s"'$%][^\s"']{0,200})/g, needs: ["freerdp"] },
  {
    pattern: () => /\bnet\s+use\b[^\n|;&]{0,200}?\s\/u(?:ser)?:\S{1,80}\s+["']?(?<secret>[^\s"'$%*/][^\s"']{3,200})/gi,
    words: ["/u"],
  },
  {
    pattern: () =>
      /\bnet\s+use\s+(?:[A-Z*]:?\s+)?\\{2,8}[^\s"']{1,200}\s+["']?(?<secret>[^\s"'$%*/][^\s"']{3,200})["']?\s+\/u/gi,
    words: ["/u"],
  },
  {
    pattern: () => /\bnet\s+user\s+[^\s/"']{1,80}\s+["']?(?<secret>[^\s"'$%*/][^\s"']{5,200})/gi,
    words: ["net"],
    except: (secret) => !isLikePassword(secret),
  },
  {
    pattern: () =>
      /\brabbitmqctl\s+(?:add_user|change_password)\s+[^\s"'$]{1,80}\s+["']?(?<secret>[^\s"'$<-][^\s"']{3,200})/g,
    needs: ["rabbitmqctl"],
  },
  {
    // Also in a file of settings.
    pattern: () => /(?<![\w-])(?:requirepass|masterauth|AUTH)\s+["']?(?<secret>[^\s"'$<-][^\s"']{3,200})/g,
    needs: ["requirepass", "masterauth", "AUTH"],
    except: (secret) => !isLikePassword(secret),
  },
  {
    // What a script answers when it is asked for a password.
    pattern: () =>
      /assw(?:or)?d[^\n]{0,80}(?:\n[^\n]{0,60})?\b[Ss]end(?:_?[Ll]ine)?(?:\s+--)?[\s(]\s{0,4}\\{0,7}["'](?<secret>[^\s"'$\\][^\s"'\\]{3,200})/g,
    needs: ["assw"],
    except: isStandIn,
  },
  // Calls
  {
    pattern: expression.gi`(?:\.(?:set|with)_?(?:Password|Passphrase|Secret(?:_?Key)?|Api_?Key|(?:Auth|Access)_?Token)|\bSecretStr(?:ing)?(?:::(?:new|from))?|\bSecret::new)\(\s{0,4}${QUOTED_WORD}`,
    words: ["password", "passphrase", "secret", "key", "token"],
    except: (secret) => isStandIn(secret) || isName(secret),
  },
  {
    pattern: expression.gi`\b(?:NetworkCredential|UsernamePasswordCredentials?|HTTPBasicAuth|(?:set_?)?basic_?auth|auth\s?=\s?)\(\s{0,4}${QUOTE}[^"'\n\\]{0,80}${QUOTE}\s{0,2},\s{0,4}${QUOTED_WORD}`,
    words: ["credential", "auth"],
    except: (secret) => isStandIn(secret) || isName(secret),
  },
  {
    // A key in prose: only what could be nothing else.
    pattern: () =>
      /\b(?:api|access|auth|secret)[ -]?(?:key|token)\s+(?:(?:is|was)(?:\s+now)?|provided)\s{0,2}:?\s{1,4}["'\x60]?(?<secret>[\w-]{20,200})/gi,
    words: ["key", "token"],
    except: (secret) => !/^(?=[a-f-]{0,30}\d)[0-9a-f-]{32,}$/i.test(secret) && !isRandom(secret),
  },
  {
    // A password in prose: only what could be nothing else.
    pattern: () =>
      /\bpass(?:word|phrase)\s+(?:(?:is\s+generated\s+)?(?:for|of)\s+\S{1,80}|(?:is|was)(?:\s+(?:now|set\s+to))?|set\s+to)\s{0,2}:?\s{1,4}["'\x60]?(?<secret>[^\s"'\x60<>()[\]{}]{7,200}[^\s"'\x60<>()[\]{}.,:;])/gi,
    words: ["password", "passphrase"],
    except: (secret) => !isLikePassword(secret) || METHOD.test(secret),
  },
];

/** How a password is kept, and how long it is: a sentence on passwords tells that, too. */
const METHOD = /-[a-z]{4}|base-?\d|argon|pbkdf|crypt|sha-?\d|md5|hash|oauth|utf-?\d|char|digit/i;
