import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import { createRedactor } from "./redact.ts";

const redact = createRedactor();

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const mixed = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: length, maxLength: length });
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
const upper = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), minLength: length, maxLength: length });

/** Secrets in the forms their issuers give them. */
const ISSUED: Record<string, fc.Arbitrary<string>> = {
  anthropic: mixed(90).map((rest) => `sk-ant-api03-${rest}`),
  openai: mixed(48).map((rest) => `sk-proj-${rest}`),
  aws: upper(16).map((rest) => `AKIA${rest}`),
  google: mixed(35).map((rest) => `AIza${rest}`),
  github: mixed(36).map((rest) => `ghp_${rest}`),
  githubFine: mixed(60).map((rest) => `github_pat_${rest}`),
  gitlab: mixed(20).map((rest) => `glpat-${rest}`),
  slack: mixed(24).map((rest) => `xoxb-123456789012-${rest}`),
  stripe: mixed(24).map((rest) => `sk_live_${rest}`),
  npm: mixed(36).map((rest) => `npm_${rest}`),
  huggingface: mixed(34).map((rest) => `hf_${rest}`),
  sendgrid: fc.tuple(mixed(22), mixed(43)).map(([left, right]) => `SG.${left}.${right}`),
  databricks: hex(32).map((rest) => `dapi${rest}`),
  jwt: fc.tuple(mixed(20), mixed(30), mixed(40)).map(([head, body, tail]) => `eyJ${head}.eyJ${body}.${tail}`),
};

/** Places a secret stands in: a prefix and a suffix around it. */
const PLACES: Record<string, readonly [string, string]> = {
  "a sentence": ["the key is ", " and works"],
  json: ['{"value":"', '","other":1}'],
  "escaped json": [String.raw`{\"value\":\"`, String.raw`\"}`],
  shell: ["curl -H 'X-Key: ", "' https://example.com"],
  export: ["export SOMETHING=", "\n"],
  yaml: ["thing:\n  value: ", "\n  other: 1"],
  url: ["https://example.com/?k=", "&page=2"],
  diff: ["- old\n+ const value = '", "';\n"],
  log: ["2026-01-01 INFO using [", "] now"],
};

describe("createRedactor", () => {
  describe.each(Object.entries(ISSUED))("a key of %s", (_name, secrets) => {
    it.each(Object.entries(PLACES))("is removed from %s", (_place, [before, after]) => {
      fc.assert(
        fc.property(secrets, (secret) => {
          const result = redact(before + secret + after);
          expect(result).not.toContain(secret.slice(-12));
          expect(result).toMatch(/\[redacted:[\w-]+:[0-9a-f]{4}\]/);
          expect(result.startsWith(before.slice(0, 8))).toBe(true);
          expect(result.endsWith(after)).toBe(true);
        }),
        { numRuns: 20 },
      );
    });
  });

  it.each([
    ["a connection string", "postgres://admin:s3cr3tPass@db.example.com:5432/app", "s3cr3tPass"],
    ["a redis URL without a user", "redis://:hunter2hunter2@cache:6379", "hunter2hunter2"],
    ["a bearer header", "Authorization: Bearer 9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"],
    ["basic authorization", "authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "dXNlcjpwYXNzd29yZDEyMw"],
    ["a cookie", "Set-Cookie: session=a8f7c6e5d4b3a2918070; Path=/", "a8f7c6e5d4b3a2918070"],
    ["an .env password", "DB_PASSWORD=correcthorse\nPORT=3000", "correcthorse"],
    ["a quoted password", 'password: "swordfish"', "swordfish"],
    ["a quoted password with blanks", 'password: "Tr0ub4dor & 3"', "Tr0ub4dor"],
    ["a passphrase", '{ "passphrase": "correct horse battery staple" }', "battery"],
    ["a password in escaped JSON", String.raw`{\"password\":\"swordfish\"}`, "swordfish"],
    [
      "an access key behind its name",
      "aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
      "wJalrXUtnFEMI",
    ],
    ["a token in YAML", "  api_token: 4f9d0c8b7a6e5d4c\n", "4f9d0c8b7a6e5d4c"],
    ["a flag", "deploy --token abc123def456 --force", "abc123def456"],
    ["an Azure key", "AccountName=x;AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6==;", "Zm9vYmFyYmF6"],
    ["a connection string that ends with a word", '"Server=db;User Id=sa;Password=swordfish"', "swordfish"],
    ["a passphrase told in words, and nothing else", "the passphrase is x9k2mq7w1", "x9k2mq7w1"],
    ["a key that a command sets, and nothing else", "setx APIKEY abc123x9", "abc123x9"],
    ["credentials that a command sets, and nothing else", "setenv CREDENTIALS abc123x9", "abc123x9"],
    ["a key in base64 that could be a path", "api_key: kQ9x/YNREHNdRuENphffT2QjPX6Dmtco", "kQ9x/YNREHNd"],
    ["a code that could be a path", "GET /cb?code=4/0AspP4RmbFk-svhrCSAnBUulZPm2KI6fP&scope=a", "0AspP4RmbFk"],
    ["a key in capitals", "totp_secret: JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP"],
    ["the end of a long value", `GOOGLE_CREDENTIALS_BASE64=${"ewogICJ0".repeat(200)}fQ8z`, "fQ8z"],
    ["a long value in quotes", `"refreshToken": "${"0.AXoA1b2c3d4e5f6".repeat(60)}fQ8z"`, "fQ8z"],
    ["a key among its numbers", `{"kty":"RSA","n":"0vx7","d":"${"Xaax-M37_gBEtt4m".repeat(20)}"}`, "Xaax-M37_gBEtt4m"],
    ["a phrase of a wallet", `MNEMONIC="${"legal winner thank year ".repeat(3).trim()}"`, "winner"],
    ["a password for an app", "SMTP_PASS=qwxz efgh ijkl mnop\nPORT=1", "ijkl"],
    ["a key in a table", "| DD_API_KEY | 0a1b2c3d4e5f60718293a4b5c6d7e8f9 |", "0a1b2c3d"],
    ["a key told in words", "The API key is 0a1b2c3d4e5f60718293a4b5c6d7e8f9.", "0a1b2c3d"],
    ["a key told in an error", "Incorrect API key provided: 0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9", "0a1b2c3d"],
    ["a random string", "value aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3x here", "aB3dE5fG7hI9"],
  ])("removes %s", (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret);
  });

  it.each([
    [
      "whole",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx4\nabcdEFGH0123456789ab\n-----END RSA PRIVATE KEY-----",
    ],
    ["without its end", "-----BEGIN OPENSSH PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx4\nabcdEFGH0123456789ab"],
    ["without its beginning", "MIIEpAIBAAKCAQEAx4\nabcdEFGH0123456789ab\n-----END PRIVATE KEY-----"],
    [
      "inside JSON",
      String.raw`{"key":"-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx4\nabcdEFGH0123456789ab\n-----END PRIVATE KEY-----\n"}`,
    ],
    [
      "inside a diff",
      "+ -----BEGIN EC PRIVATE KEY-----\n+ MIIEpAIBAAKCAQEAx4\n+ abcdEFGH0123456789ab\n+ -----END EC PRIVATE KEY-----",
    ],
  ])("removes a private key %s", (_how, text) => {
    const result = redact(text);
    expect(result).not.toMatch(/MIIEpAIB|abcdEFGH/);
    expect(result.split("\n")).toHaveLength(text.split("\n").length);
  });

  it.each([
    "const password: string = options.password;",
    'password: "At least 8 characters"',
    'labels: { password: "Choose something nobody would guess", secret: "Signing key" }',
    "token = getToken(request)",
    "const apiKey = process.env.API_KEY ?? '';",
    'curl -H "Authorization: Bearer $TOKEN" https://example.com',
    "DATABASE_PASSWORD=${DB_PASSWORD}",
    'if (key === "ArrowLeft") move();',
    "commit da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "id 123e4567-e89b-12d3-a456-426614174000",
    '"integrity": "sha512-9rJw0X2bYk7pTn3m1Zc8vL5qHd4sAf6gKjEoUiWyRtPxQaSdFgHjKlZxCvBnM==",',
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "TestCondenseSession_IncludesInitialAttribution2Times",
    "src/components/user-settings/PasswordResetForm.tsx",
    "git clone https://github.com/someone/some-project.git",
    "token: access-token",
    "Tests: 12 passed, 3 failed (2026-01-01T10:00:00.000Z)",
    "postgres://localhost:5432/app",
    "psql --no-password mydb2 && llm --stop-token endoftext --max-token 4096",
    "Cookie: theme=dark; lang=en",
    "authorization: context.request.headers.authorization",
    'res.status(pass ? 200 : 401); const pass = "all 12 passed"; { "pwd": "/srv/app1" }',
    'cacheKey: "users:list:2", i18nKey="checkout.step2.title", sort_key: "2026-01-01T00:00:00Z", hotkey: "ctrl+p"',
    'storageKey: "app:v2:state", idempotency_key: "order-1234-create", MONKEY=banana1234',
    "redis-cli -p 6379 ping && mkdir -p src/auth/token2",
    'env:\n- name: DB_HOST\n  value: "postgres-1.internal"\n- name: TOKEN_TTL\n  value: "36000s1"',
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-1",
    '{"name": "token", "type": "string"} {"name":"password","value":""} {"name":"token","value":"bearer"}',
    '<string name="password_hint2">Enter your password</string>',
    "| API_KEY | Required. | | API_TOKEN | string | | SECRET_KEY | `openssl rand -hex 32` |",
    "The API key is sha256-hashed-before-it-is-stored, the access token is refreshed-every-30min",
    'document.cookie = "theme=dark; path=/"; const cookie = parse(header)',
    "key: uploads/2026/01/IMG_20260101_photos.jpg, tls_key: /var/lib/kubelet/pki/kubelet-client-2026-01-01.pem",
    "A user is identified by 'user_id'",
    "signing_key: RSASSA_PSS_SHA_256, key_type: ECDSASHA2NISTP256",
    "kubectl create ingress web --tls-secret my-tls-secret --image-pull-secret regcred",
  ])("leaves %s alone", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("gives the same secret the same word, and another one another", () => {
    const words = redact("DB_PASSWORD=first-secret-1 DB_PASSWORD=first-secret-1 DB_PASSWORD=second-secret-2").match(
      /\[redacted[^\]]*\]/g,
    );
    expect(words?.[0]).toBe(words?.[1]);
    expect(words?.[0]).not.toBe(words?.[2]);
  });

  it("takes what a telling place gave away out of every later text, where it is told to remember", () => {
    const remembering = createRedactor({ remember: true });
    expect(remembering("try hunter2x9z")).toBe("try hunter2x9z");
    const word = remembering("DB_PASSWORD=hunter2x9z").slice("DB_PASSWORD=".length);
    expect(remembering("it is still hunter2x9z, really")).toBe(`it is still ${word}, really`);
    expect(redact("it is still hunter2x9z, really")).toContain("hunter2x9z");
    remembering("DB_PASSWORD=development SESSION_TOKEN=aaaaaaa1");
    expect(remembering("a development server, aaaaaaa1")).toBe("a development server, aaaaaaa1");
  });

  it("changes nothing when it is run again", () => {
    const texts = Object.values(PLACES).map(([before, after]) => `${before}sk-ant-${"Ab1".repeat(20)}${after}`);
    for (const text of [...texts, "postgres://a:bcd1234@h/x", 'password: "swordfish"', "--token abc123def456"]) {
      expect(redact(redact(text))).toBe(redact(text));
    }
  });

  it.each([
    ["/Users/alice/code/app/src", "~/code/app/src"],
    ["/home/bob/x and /home/carol", "~/x and ~"],
    [String.raw`C:\Users\Dave\app`, String.raw`~\app`],
    ["vscode://file?path=%2FUsers%2Falice%2Fapp", "vscode://file?path=~%2Fapp"],
    ["file%3a%2f%2f%2fhome%2fren%C3%A9e%2fapp", "file%3a%2f%2f~%2fapp"],
    ["q=C%3A%5CUsers%5CDave%5Capp", "q=~%5Capp"],
    ["~/.claude/projects/-Users-alice-code-app/x.jsonl", "~/.claude/projects/-~-code-app/x.jsonl"],
  ])("takes the person's name out of %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it("leaves the homes of others where somebody reads who has one of their own", () => {
    const own = createRedactor({ home: "/Users/alice", onlyOwnHome: true });
    expect(own("/Users/alice/app, -Users-alice-app, path=%2FUsers%2Falice%2Fapp")).toBe("~/app, ~-app, path=~%2Fapp");
    for (const path of [
      "/Users/bob/app",
      "/home/alice/app",
      String.raw`C:\Users\Dave\app`,
      "-Users-bob-app",
      "%2Fhome%2Fbob",
    ])
      expect(own(path)).toBe(path);
  });

  it("knows the person's own home in an address, and leaves a route of a site", () => {
    const own = createRedactor({ home: "/data/people/jordan" });
    expect(own("path=%2Fdata%2Fpeople%2Fjordan%2Fx")).toBe("path=~%2Fx");
    for (const route of ["https%3A%2F%2Fexample.com%2Fhome%2Fabout", "GET /redirect?to=%2Fusers%2Fprofile"]) {
      expect(own(route)).toBe(route);
    }
  });

  it("leaves nothing of a key that a pattern takes a part of", () => {
    const key = ["ghp_a1B2c3D4e5F6g7H8i9J0", "k1L2m3N4o5P6q7R8"].join("");
    const loose = createRedactor({ patterns: [/[a-z]\d[A-Z]\d/] });
    const said = loose(`the key is ${key}, order x1Y2`);
    expect(said).not.toMatch(/[a-zA-Z]\d[a-zA-Z]\d/);
    expect(said).toMatch(/^the key is \[redacted:[\w-]+:[0-9a-f]{4}\], order \[redacted:custom:[0-9a-f]{4}\]$/);
    expect(loose(said)).toBe(said);
  });

  it("takes out the words, addresses and patterns it is told to", () => {
    const strict = createRedactor({ words: ["Alexandra", "dev"], emails: true, patterns: [/ACME-\d+/] });
    const result = strict("alexandra (alexandra.m@example.com) on dev works at ACME-1234");
    expect(result).not.toMatch(/alexandra|example\.com|ACME-1234/i);
    expect(result).toContain("on dev works");
  });

  it("is linear on long hostile lines", () => {
    for (const text of [
      "a".repeat(200_000),
      "key=".repeat(50_000),
      "-----BEGIN ".repeat(20_000),
      "://".repeat(60_000),
      "eyJ.".repeat(50_000),
      "%2FUsers%2F%C3".repeat(20_000),
    ]) {
      expect(growth(text, (part) => redact(part))).toBeLessThan(MORE_THAN_ITS_INPUT);
    }
  });
});

it("leaves codes of marks as they are around what it takes out", () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const word = String.raw`\[redacted:github:[0-9a-f]{4}\]`;
  const texts: readonly (readonly [text: string, left: string])[] = [
    [`a%20b=%22${secret}%22%26c%3D1`, `a%20b=%22${word}%22%26c%3D1`],
    [
      `&lt;b&gt;${secret} &amp; ${secret}&lt;/b&gt;&nbsp;&#233;`,
      `&lt;b&gt;${word} &amp; ${word}&lt;/b&gt;&nbsp;&#233;`,
    ],
    [String.raw`"\u003ca\u003e\u0022${secret}\u0022\u0001"`, String.raw`"\\u003ca\\u003e\\u0022${word}\\u0022\\u0001"`],
    [`password%3D%22p%26ssw0rd9x%22`, String.raw`password%3D%22\[redacted:secret:[0-9a-f]{4}\]%22`],
    ["100%25 of &quot;these&quot;", "100%25 of &quot;these&quot;"],
  ];
  for (const [text, left] of texts) expect(redact(text)).toMatch(new RegExp(`^${left}$`));
});
