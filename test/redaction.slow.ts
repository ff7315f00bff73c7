import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";
import { loadRedactor } from "../src/observer/redact.ts";
import type { Redactor } from "../src/text/strings.ts";
import { CLEAN, ownFiles } from "./support/clean-text.ts";
import { COMMANDS, HARMLESS_COMMANDS } from "./support/command-secrets.ts";
import { EVERYDAY_PASSWORDS, EVERYDAY_PLACES, HARMLESS_EVERYDAY } from "./support/everyday-secrets.ts";
import { ISSUED } from "./support/issued-secrets.ts";
import { ALPHABETS, seeded } from "./support/random.ts";
import { report } from "./support/report.ts";
import { DUMPS } from "./support/key-dumps.ts";
import * as secrets from "./support/secrets.ts";

let redact: Redactor;
beforeAll(async () => {
  redact = await loadRedactor({ salt: () => "test" });
});

const BASE64 = `${ALPHABETS.mixed}+/`;

const REAL_KEYS = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "der" }),
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "der" }),
};

/** How many texts were looked at, for the summary line. */
let cases = 0;

describe("a corpus of generated secrets", () => {
  it.each(Object.entries(ISSUED))("is rid of every %s", (kind, make) => {
    const random = seeded(kind.length * 7919 + kind.charCodeAt(0));
    for (const [name, place] of Object.entries({ ...secrets.PLACES, ...secrets.CODED_PLACES })) {
      // Standard base64 has characters that a path cannot hold.
      if (name === "url path" && /base64|aws secret|webhook|asana/.test(kind)) continue;
      for (let round = 0; round < 4; round += 1) {
        const secret = make(random);
        const parts = [secret, secret.slice(0, 16), secret.slice(-16)].filter((part) => part.length >= 16);
        expect(troubles(place(secret), parts)).toEqual([]);
      }
    }
  });

  it.each(Object.entries(secrets.NAMED_PLACES))("is rid of passwords behind a name in %s", (kind, place) => {
    const random = seeded(kind.length * 104_729);
    for (let round = 0; round < 50; round += 1) {
      const secret = secrets.anyPassword(random);
      const parts = [secret, secret.slice(0, 6), secret.slice(-6)];
      expect(troubles(place(secrets.anyName(random), secret), parts)).toEqual([]);
    }
  });

  it.each(Object.entries(secrets.CONNECTIONS))("is rid of passwords in %s", (kind, place) => {
    const random = seeded(kind.length * 15_485_863);
    for (let round = 0; round < 60; round += 1) {
      const secret = secrets.anyPassword(random);
      const basic = Buffer.from(`bob:${secret}`).toString("base64").slice(0, 16);
      const parts = [secret, secret.slice(0, 8), secret.slice(-8), encodeURIComponent(secret), basic];
      expect(troubles(place(secret), parts)).toEqual([]);
    }
  });

  it.each(Object.entries(COMMANDS))("is rid of passwords told by %s", (kind, place) => {
    const random = seeded(kind.length * 179_424_673);
    for (let round = 0; round < 10; round += 1) {
      const secret = secrets.anyPassword(random);
      const parts = [secret, secret.slice(0, 8), secret.slice(-8)];
      expect(troubles(place(secret), parts)).toEqual([]);
      expect(troubles(JSON.stringify({ command: `cd app\n${place(secret)}\nls` }), parts)).toEqual([]);
    }
  });

  it.each(Object.entries(EVERYDAY_PLACES))("is rid of everyday passwords: %s", (_, place) => {
    for (const secret of EVERYDAY_PASSWORDS) {
      const parts = [secret, secret.slice(0, 6), secret.slice(-6)];
      expect(troubles(place(secret), parts)).toEqual([]);
      expect(troubles(JSON.stringify({ out: `cd app\n${place(secret)}\nls` }), parts)).toEqual([]);
    }
  });

  it.each(Object.entries(DUMPS))("is rid of private keys without markers: %s", (_, dump) => {
    for (const key of [REAL_KEYS.rsa, REAL_KEYS.ec]) {
      const [text, parts] = dump(key);
      expect(parts.length).toBeGreaterThan(0);
      expect(troubles(text, parts)).toEqual([]);
      expect(troubles(JSON.stringify({ out: text }), parts)).toEqual([]);
    }
  });

  it("is rid of a dump beside whose bytes an escaped line break seems to stand", () => {
    for (const place of [330, 336, 350]) {
      const key = Buffer.from(REAL_KEYS.rsa);
      key.write("\\n", place, "latin1");
      for (const dump of Object.values(DUMPS)) {
        const [text, parts] = dump(key);
        expect(troubles(text, parts)).toEqual([]);
        expect(troubles(JSON.stringify({ out: text }), parts)).toEqual([]);
      }
    }
  });

  it("is rid of the secret numbers of a key in XML", () => {
    const key = createPrivateKey({ key: REAL_KEYS.rsa, format: "der", type: "pkcs8" }).export({ format: "jwk" });
    const written = (number = "") => Buffer.from(number, "base64url").toString("base64");
    const secret = [key.p, key.q, key.dp, key.dq, key.qi, key.d].map(written);
    const names = ["P", "Q", "DP", "DQ", "InverseQ", "D"].map((name, index) => `<${name}>${secret[index]}</${name}>`);
    const text = `<RSAKeyValue><Modulus>${written(key.n)}</Modulus><Exponent>AQAB</Exponent>${names.join("\n")}</RSAKeyValue>`;
    expect(troubles(text, secret)).toEqual([]);
    expect(redact(text)).toContain(written(key.n));
  });

  it("is rid of PuTTY's private keys", () => {
    const random = seeded(49_979_693);
    const lines = (count: number) => Array.from({ length: count }, () => random.text(BASE64, 64));
    for (const around of [(line: string) => line, (line: string) => `+${line}`, (line: string) => `12\t${line}`]) {
      const [open, closed, last] = [lines(4), lines(14), `${random.text(BASE64, 10)}==`];
      const file = ["PuTTY-User-Key-File-3: ssh-rsa", "Encryption: none", "Comment: a", "Public-Lines: 4", ...open];
      const text = [...file, "Private-Lines: 15", ...closed, last, "Private-MAC: 00ff"].map(around).join("\n");
      expect(troubles(text, [...closed, last])).toEqual([]);
      expect(redact(text)).toContain(open[3]);
      expect(troubles(JSON.stringify({ text }), closed)).toEqual([]);
    }
  });

  it("is rid of a password that is told in words", () => {
    for (const text of ["Your password is: X", 'The admin password was "X".', "temporary password for root@h: X"])
      for (const secret of ["Tr0ub4dor&3", "9f2c71aa04be", "x7-Qp2!vLm9"])
        expect(troubles(text.replace("X", secret), [secret])).toEqual([]);
  });

  it.each(Object.entries(secrets.KEY_PLACES))("is rid of private keys in %s", (kind, place) => {
    const random = seeded(kind.length * 32_452_843);
    for (const label of secrets.KEY_LABELS) {
      for (let round = 0; round < 4; round += 1) {
        const key = secrets.pem(random, label);
        const text = place(key);
        const body = key
          .split("\n")
          .slice(1, -1)
          .filter((line) => line.length >= 8 && text.includes(line));
        expect(body.length).toBeGreaterThan(3);
        const parts = body.flatMap((line) => [line.slice(0, 16), line.slice(-16)]);
        expect(troubles(text, parts)).toEqual([]);
        const kept = /PORT=1|client_id|said he|use\(key\)|kept|port: 443|chmod 600|context/.exec(text)?.[0] ?? "";
        expect(redact(text)).toContain(kept);
      }
    }
  });

  it("is rid of private keys in base64, and keeps certificates", () => {
    const random = seeded(86_028_121);
    const encoded = (key: string) => Buffer.from(key).toString("base64");
    const places = [
      (text: string) => `users:\n- name: admin\n  user:\n    client-key-data: ${text}\n`,
      (text: string) => JSON.stringify({ kind: "Secret", data: { "tls.key": text } }, null, 2),
    ];
    for (const place of places) {
      for (const label of secrets.KEY_LABELS) {
        const text = encoded(secrets.pem(random, label));
        const parts = [text.slice(60, 90), text.slice(600, 630), text.slice(-16)];
        expect(troubles(place(text), parts)).toEqual([]);
      }
      const certificate = place(encoded(secrets.pem(random, "CERTIFICATE")));
      expect(redact(certificate)).toBe(certificate);
    }
  });

  it("is rid of the person: home, name, address, and what they asked for", async () => {
    const person = await loadRedactor({
      words: ["jordan.k"],
      home: "/data/people/jordan",
      emails: true,
      patterns: [/PROJ-\d{3,}/],
    });
    const random = seeded(5);
    const said = () => ["jordan.k", "jordan.k@example.com", `PROJ-${random.text("0123456789", 5)}`];
    const where = ["/data/people/jordan/x", "/Users/jordan.k/x"];
    const places = Object.values(secrets.PLACES).flatMap((place) => [...where, ...said()].map(place));
    const coded = Object.values(secrets.CODED_PLACES).flatMap((place) => said().map(place));
    for (const text of [...places, ...coded]) {
      cases += 1;
      expect(person(text)).not.toMatch(/jordan|PROJ-\d/);
    }
  });

  it("was large enough", () => {
    const tables = [
      ISSUED,
      COMMANDS,
      EVERYDAY_PLACES,
      DUMPS,
      secrets.CONNECTIONS,
      secrets.NAMED_PLACES,
      secrets.KEY_PLACES,
    ];
    const kinds = tables.flatMap((table) => Object.keys(table));
    report(`redaction: ${cases} texts with secrets of ${kinds.length} kinds, all removed`);
    expect(cases).toBeGreaterThan(10_000);
  });
});

describe("clean text", () => {
  /** Lines changed, of lines seen, by kind. */
  const rates = new Map<string, { lines: number; changed: number }>();

  it.each(Object.entries(CLEAN))("keeps %s", (kind, make) => {
    const random = seeded(kind.length * 49_979_687);
    for (let round = 0; round < 60; round += 1) count(kind, make(random));
    expect(rates.get(kind)).toMatchObject({ changed: 0 });
  });

  it("keeps commands and words about secrets", () => {
    count("commands", HARMLESS_COMMANDS);
    expect(rates.get("commands")).toMatchObject({ changed: 0 });
  });

  it("keeps lines of everyday work that look like passwords", () => {
    for (const line of [HARMLESS_EVERYDAY, ...HARMLESS_EVERYDAY.split("\n")]) expect(redact(line)).toBe(line);
  });

  it("keeps dumps of what is public", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const der = publicKey.export({ type: "spki", format: "der" });
    for (const dump of Object.values(DUMPS)) {
      const [text] = dump(der, { isPublic: true });
      expect(redact(text)).toBe(text);
    }
  });

  it("keeps our own source, documents and lock file", () => {
    for (const text of ownFiles()) count("own files", text);
    expect(rates.get("own files")?.lines).toBeGreaterThan(10_000);
    expect(rates.get("own files")?.changed).toBeLessThanOrEqual(2);
  });

  it("is redacted by mistake less than once in 5,000 lines", () => {
    const all = [...rates.values()];
    const lines = all.reduce((sum, rate) => sum + rate.lines, 0);
    const changed = all.reduce((sum, rate) => sum + rate.changed, 0);
    report(`redaction: ${changed} of ${lines} clean lines changed (${((100 * changed) / lines).toFixed(4)}%)`);
    expect(changed / lines).toBeLessThan(1 / 5000);
  });

  function count(kind: string, text: string): void {
    const rate = rates.get(kind) ?? { lines: 0, changed: 0 };
    rates.set(kind, rate);
    const after = redact(text).split("\n");
    for (const [index, line] of text.split("\n").entries()) {
      rate.lines += 1;
      // A home directory in an example is one: it may go.
      if (after[index] !== line && after[index]?.includes("[redacted:")) rate.changed += 1;
    }
  }
});

describe("time", () => {
  const pieces = [
    "a",
    "A1",
    "key=",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "://",
    "://a:",
    "eyJ.",
    "password: ",
    'password: "',
    "password=a;",
    "Bearer ",
    "curl -u ",
    "mysql ",
    "token",
    "TOKEN_",
    "\\\\",
    '\\"',
    "[redacted:secret:",
    "/home/",
    "login a password ",
    "host=a user=b ",
    " ",
    "\n",
    "\n- ",
    "AAAABBBBCCCCDDDD\n",
    `${BASE64}\n`,
    `${BASE64.slice(1)} `,
    `${"-".repeat(300)}${BASE64}\n`,
    "12→",
    "a@",
    "a.",
    "x-",
    "sha256=",
    "https://a/",
    "'",
    "<password>",
    "?token=",
    "_".repeat(60),
    "A_",
    "Proc-Type: ",
    "LS0tLS1CRUdJTi",
    "cookie: a=b; ",
    "; a=",
    "authorization: a ",
    "ALTER USER a PASSWORD ",
    "a:b@tcp",
    " --a-b-password ",
    "a.pem:-----BEGIN PRIVATE KEY-----",
    "a.pem-2-",
    "xoxb-",
    "cookie: ",
    "setx ",
    "setx A_TOKEN ",
    "gh secret set ",
    "gh secret set -b ",
    "echo a | ",
    "echo a | b --password-stdin <<< ",
    "aws ssm put-parameter ",
    "ldapsearch -w ",
    "7z a ",
    '"sensitive": true, "type": "string", "value": "',
    '"token": { "value": ',
    'name="token" value=',
    "password: Some(",
    '["token"]',
    "auth=('a', ",
    "password is ",
    "api key is ",
    "name: A_TOKEN, value: ",
    '"kty": "d": "',
    "mnemonic: ",
    "TOKEN | ",
    "https://a:@",
    "tid=",
    "Private-Lines: 9\n",
    "sk.eyJ",
    "1/1234567890123:",
    "\\n",
    "\\\\n\\t",
    "%22",
    "&quot;",
    "\\u0026",
    "%22token%22%3A%22",
    "&amp;password=a1b2c3d4&amp;",
    "[redacted:github:1f3a] %22",
    "password  ",
    "password\t",
    "A_TOKEN │ ",
    "password: |\n  ",
    "storePassword ",
    "<input ",
    "<input type=password ",
    '<input type="password" value=',
    'form-data; name="password"\n\n',
    "TOKEN || ",
    'TOKEN"])  ',
    'name: A_TOKEN\nvalue: "',
    "\nENV A_TOKEN ",
    "define('A_TOKEN', ",
    "\nA_TOKEN := ",
    "\n+  + ",
    "jdbc:",
    "jdbc:a?password=",
    "pass = ",
    "a_pass=a1",
    "user,password\n",
    "user,password\na,b1\n",
    "| password | a |\n",
    '"password",',
    "INSERT INTO a (password) VALUES ",
    "INSERT INTO a (password) VALUES ('a",
    "INSERT INTO a (password) VALUES ((",
    "COPY a (password) FROM stdin;\n",
    "web-1  | -----BEGIN PRIVATE KEY-----\n",
    "web-1  | -----END PRIVATE KEY-----\n",
    `-----BEGIN PRIVATE KEY-----<br>${BASE64}`,
    `web-1  | ${BASE64}\n`,
    "web-1  | Private-Lines: 9\n",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n",
    "30820122",
    "30 82 01 22 ",
    "00000000: 3082 04a4 0201 0002 8201 0100 0000 0000  ................\n",
    "privateExponent:\n",
    "<RSAKeyValue><D>",
    "<RSAKeyValue><D>AAAAAAAAAAAAAAAA ",
    "net use ",
    "net use \\\\a b ",
    "lftp -u a",
    "nmcli password ",
    'expect password\nsend "',
    "a\tTRUE\t/\tTRUE\t1\ta\t",
    '"a:b@/',
    "a:b@tcp(",
  ];

  it.each(pieces)("is linear on a long run of %j", (piece) => {
    const text = piece.repeat(Math.ceil(80_000 / piece.length));
    expect(growth(text, (part) => redact(part))).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  it("is linear on mixtures", () => {
    const random = seeded(11);
    for (let round = 0; round < 6; round += 1) {
      const text = Array.from({ length: 4000 }, () => random.pick(pieces)).join("");
      expect(growth(text, (part) => redact(part))).toBeLessThan(MORE_THAN_ITS_INPUT);
    }
  });
});

/** What is wrong with a redacted text: a part of the secret is left, a line is lost, JSON is broken, a second pass changes it. */
function troubles(text: string, parts: readonly string[]): string[] {
  cases += 1;
  const result = redact(text);
  const lines = result.split("\n");
  const found = [
    ...parts.filter((part) => result.includes(part)).map((part) => `left ${part}`),
    ...(result.includes("[redacted:") ? [] : ["nothing was redacted"]),
    ...(lines.length === text.split("\n").length ? [] : ["a line was lost"]),
    ...(redact(result) === result ? [] : ["a second pass changes it"]),
    ...(isJson(text) && !isJson(result) ? ["it is no JSON any more"] : []),
    ...(text.split("\n").every((line, index) => !isJson(line) || isJson(lines[index] ?? ""))
      ? []
      : ["a line is no JSON any more"]),
  ];
  return found.map((trouble) => `${trouble}:\n${text}\n→ ${result}`);
}

function isJson(text: string): boolean {
  // To find out by what is thrown takes longer than all the rest.
  if (!/^\s*(?:[[{"\d-]|true|false|null)/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
