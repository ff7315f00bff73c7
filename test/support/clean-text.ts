import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALPHABETS, type Random } from "./random.ts";

const { hex, lower, upper, mixed, digits } = ALPHABETS;
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Text without a secret that looks as if it had some. Each gives a few lines. */
export const CLEAN: Readonly<Record<string, (random: Random) => string>> = {
  "commit hashes": (r) =>
    `commit ${r.text(hex, 40)}\nMerge: ${r.text(hex, 7)} ${r.text(hex, 7)}\nindex ${r.text(hex, 10)}..${r.text(hex, 10)} 100644\n`,
  digests: (r) =>
    `sha256:${r.text(hex, 64)}\nimage@sha256:${r.text(hex, 64)}\nETag: "${r.text(hex, 32)}"\nMD5 ${r.text(upper.slice(0, 6) + digits, 32)}\n`,
  uuids: (r) => `id: ${uuid(r)}\nrequest ${uuid(r).toUpperCase()} done\n{"sessionId":"${uuid(r)}"}\n`,
  "other ids": (r) =>
    `01${r.text(upper, 24)}\ntoolu_01${r.text(mixed, 22)}\nmsg_${r.text(mixed, 24)}\nchatcmpl-${r.text(mixed, 29)}\ncall_${r.text(mixed, 24)}\n`,
  "package-lock": (r) =>
    `"node_modules/x": {\n  "version": "1.2.3",\n  "resolved": "https://registry.npmjs.org/x/-/x-1.2.3.tgz",\n  "integrity": "sha512-${r.bytes(64).toString("base64")}",\n`,
  "yarn.lock": (r) =>
    `"@x/y@^7.0.0":\n  version "7.1.0"\n  resolved "https://registry.yarnpkg.com/@x/y/-/y-7.1.0.tgz#${r.text(hex, 40)}"\n  integrity sha1-${r.bytes(20).toString("base64")}\n`,
  "go.sum": (r) =>
    `golang.org/x/sys v0.1.0 h1:${r.bytes(32).toString("base64")}\ngolang.org/x/sys v0.1.0/go.mod h1:${r.bytes(32).toString("base64")}\n`,
  "Cargo.lock": (r) =>
    `name = "serde"\nversion = "1.0.1"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${r.text(hex, 64)}"\n`,
  "poetry.lock": (r) => `{file = "x-1.0-py3-none-any.whl", hash = "sha256:${r.text(hex, 64)}"},\n`,
  "image in a page": (r) =>
    `<img src="data:image/png;base64,${r.bytes(300 + r.below(900)).toString("base64")}" alt="x">\n`,
  "encoded file": (r) => `${r.bytes(600).toString("base64").replaceAll(/.{76}/g, "$&\n")}\n`,
  certificate: (r) =>
    `-----BEGIN CERTIFICATE-----\nMII${r.bytes(500).toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  "public key": (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.bytes(32).toString("base64").slice(0, 43)} bob\n`,
  "page integrity": (r) =>
    `<script src="/x.js" integrity="sha384-${r.bytes(48).toString("base64")}" crossorigin></script>\n`,
  "source map": (r) =>
    `{"version":3,"mappings":"${Array.from({ length: 60 }, () => r.text("ABCDEGIKMOQSUWYacegikmoqsuwy", 4)).join(",")}"}\n`,
  "style names": (r) => `.Button_root__${r.text(mixed, 5)} .css-${r.text(lower, 6)} { color: #${r.text(hex, 6)}; }\n`,
  "test names": (r) =>
    `--- PASS: TestCondenseSession_IncludesInitialAttribution${r.below(9)}Times (0.0${r.below(9)}s)\n ✓ parsesEveryAssistantMessageWithSeveralToolUseBlocks ${r.below(90)}ms\n`,
  numbers: (r) =>
    `took ${r.text(digits, 12)} ns, ${r.text(digits, 3)}.${r.text(digits, 9)} ms, pid ${r.below(99_999)}, 192.168.1.${r.below(255)}:${r.below(65_535)}\n`,
  paths: (r) =>
    `src/components/user-settings/PasswordResetForm${r.below(9)}.tsx:${r.below(500)}:${r.below(80)}\nnode_modules/.pnpm/@scope+name@1.2.3_react@19.0.0/node_modules/@scope/name/dist/index.js\n`,
  "code about secrets": () =>
    [
      "const password: string = options.password;",
      "const { token, apiKey } = await readCredentials(home);",
      "const apiKey = process.env.API_KEY ?? '';",
      'if (!token) throw new Error("token is missing");',
      "password: z.string().min(8),",
      "token: user.session.token!,",
      "secretName: my-app-secret",
      'curl -H "Authorization: Bearer $TOKEN" https://example.com',
      "DATABASE_PASSWORD=${DB_PASSWORD}",
      "  POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?required}",
      "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
      'password: { label: "Password", type: "password" },',
      "max_tokens: 4096, tokens: input=50, output=20",
      "PASSWORD=<your password>",
      "api_key: your-api-key-here",
      'key === "ArrowLeft" || key === "Backspace"',
      "postgres://localhost:5432/app",
      "git@github.com:someone/some-project.git",
      "Enter password: ",
      "const text = '-----BEGIN PRIVATE KEY-----';",
      'return pem.includes("-----END PRIVATE KEY-----");',
      "docker run -u 1000:1000 -p 8080:80 image",
      "mysql -u root -p < dump.sql",
      "https://example.com/home/about?code=en&key=name",
    ].join("\n"),
  "test output": (r) =>
    ` Test Files  ${r.below(90)} passed (90)\n      Tests  ${r.below(900)} passed | 2 skipped (902)\n   Duration  ${r.below(9)}.${r.below(99)}s (transform 1.2s, setup 0ms)\nFAILED tests/test_auth.py::test_token_is_refreshed_when_expired - AssertionError\n`,
};

/** Our own source, documents and lock file: much text about secrets, and no secret in it. */
export function ownFiles(): string[] {
  const files = globSync("{src,docs,bench,scripts}/**/*.{ts,md}", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  return [...files, "package-lock.json", "package.json", "README.md"].map((file) =>
    readFileSync(`${root}/${file}`, "utf8"),
  );
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.text(hex, length)).join("-");
}
