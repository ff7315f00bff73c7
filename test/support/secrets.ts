import { ALPHABETS, type Random } from "./random.ts";

const { mixed, lower, upper, hex, digits, password } = ALPHABETS;
type Make = (random: Random) => string;

/** Secrets in the forms their issuers give them, made up by chance. */
export const ISSUED: Readonly<Record<string, Make>> = {
  anthropic: (r) => `sk-ant-api03-${r.text(`${mixed}_-`, 93)}AA`,
  openai: (r) => `sk-proj-${r.text(mixed, 48)}`,
  "openai service account": (r) => `sk-svcacct-${r.text(`${mixed}_-`, 60)}`,
  "openai classic": (r) => `sk-${r.text(mixed, 20)}T3BlbkFJ${r.text(mixed, 20)}`,
  openrouter: (r) => `sk-or-v1-${r.text(hex, 64)}`,
  deepseek: (r) => `sk-${r.text(hex, 32)}`,
  google: (r) => `AIza${r.text(`${mixed}_-`, 35)}`,
  "google oauth": (r) => `ya29.${r.text(`${mixed}_-`, 120)}`,
  "google client secret": (r) => `GOCSPX-${r.text(`${mixed}_-`, 28)}`,
  xai: (r) => `xai-${r.text(mixed, 80)}`,
  groq: (r) => `gsk_${r.text(mixed, 52)}`,
  nvidia: (r) => `nvapi-${r.text(`${mixed}_-`, 64)}`,
  huggingface: (r) => `hf_${r.text(mixed, 34)}`,
  replicate: (r) => `r8_${r.text(mixed, 37)}`,
  perplexity: (r) => `pplx-${r.text(mixed, 48)}`,
  langsmith: (r) => `lsv2_pt_${r.text(hex, 32)}_${r.text(hex, 10)}`,
  "aws access key": (r) => `AKIA${r.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
  "aws session key": (r) => `ASIA${r.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
  alibaba: (r) => `LTAI${r.text(mixed, 20)}`,
  "azure client secret": (r) => `${r.text(mixed, 3)}8Q~${r.text(`${mixed}_~.-`, 34)}`,
  cloudflare: (r) => `cfut_${r.text(mixed, 40)}${r.text(hex, 8)}`,
  digitalocean: (r) => `dop_v1_${r.text(hex, 64)}`,
  vercel: (r) => `vcp_${r.text(mixed, 56)}`,
  netlify: (r) => `nfp_${r.text(mixed, 36)}`,
  heroku: (r) => `HRKU-${r.text(`${mixed}_-`, 60)}`,
  pulumi: (r) => `pul-${r.text(hex, 40)}`,
  terraform: (r) => `${r.text(mixed, 14)}.atlasv1.${r.text(`${mixed}_-`, 67)}`,
  doppler: (r) => `dp.pt.${r.text(mixed, 43)}`,
  vault: (r) => `hvs.${r.text(`${mixed}_-`, 95)}`,
  "1password": (r) => `ops_eyJ${r.text(mixed, 300)}fQ`,
  tailscale: (r) => `tskey-auth-${r.text(mixed, 16)}-${r.text(mixed, 32)}`,
  github: (r) => `ghp_${r.text(mixed, 36)}`,
  "github fine-grained": (r) => `github_pat_${r.text(mixed, 22)}_${r.text(mixed, 59)}`,
  "github app": (r) => `ghs_${r.text(mixed, 36)}`,
  gitlab: (r) => `glpat-${r.text(`${mixed}_-`, 20)}`,
  "gitlab deploy": (r) => `gldt-${r.text(`${mixed}_-`, 20)}`,
  atlassian: (r) => `ATATT3${r.text(`${mixed}_-`, 180)}=${r.text(upper, 8)}`,
  npm: (r) => `npm_${r.text(mixed, 36)}`,
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${r.text(`${mixed}_-`, 100)}`,
  rubygems: (r) => `rubygems_${r.text(hex, 48)}`,
  nuget: (r) => `oy2${r.text(lower, 43)}`,
  docker: (r) => `dckr_pat_${r.text(`${mixed}_-`, 27)}`,
  circleci: (r) => `CCIPAT_${r.text(mixed, 22)}_${r.text(hex, 40)}`,
  buildkite: (r) => `bkua_${r.text(hex, 40)}`,
  sonar: (r) => `sqp_${r.text(hex, 40)}`,
  stripe: (r) => `sk_live_${r.text(mixed, 24)}`,
  "stripe restricted": (r) => `rk_live_${r.text(mixed, 99)}`,
  "stripe webhook": (r) => `whsec_${r.text(mixed, 32)}`,
  square: (r) => `sq0atp-${r.text(`${mixed}_-`, 22)}`,
  shopify: (r) => `shpat_${r.text(hex, 32)}`,
  plaid: (r) => `access-production-${uuid(r)}`,
  sendgrid: (r) => `SG.${r.text(`${mixed}_-`, 22)}.${r.text(`${mixed}_-`, 43)}`,
  mailgun: (r) => `key-${r.text(hex, 32)}`,
  mailchimp: (r) => `${r.text(hex, 32)}-us${1 + r.below(20)}`,
  brevo: (r) => `xkeysib-${r.text(hex, 64)}-${r.text(mixed, 16)}`,
  resend: (r) => `re_${r.text(mixed, 8)}_${r.text(mixed, 24)}`,
  twilio: (r) => `SK${r.text(hex, 32)}`,
  "slack bot": (r) => `xoxb-${r.text(digits, 12)}-${r.text(digits, 12)}-${r.text(mixed, 24)}`,
  "slack app": (r) => `xapp-1-A${r.text(upper, 10)}-${r.text(digits, 13)}-${r.text(hex, 64)}`,
  "slack webhook": (r) => `hooks.slack.com/services/T${r.text(upper, 8)}/B${r.text(upper, 8)}/${r.text(mixed, 24)}`,
  discord: (r) => `M${r.text(mixed, 25)}.${r.text(mixed, 6)}.${r.text(`${mixed}_-`, 38)}`,
  telegram: (r) => `${r.text("123456789", 10)}:AA${r.text(`${mixed}_-`, 33)}`,
  databricks: (r) => `dapi${r.text(hex, 32)}`,
  planetscale: (r) => `pscale_tkn_${r.text(`${mixed}_-`, 43)}`,
  supabase: (r) => `sbp_${r.text(hex, 40)}`,
  airtable: (r) => `pat${r.text(mixed, 14)}.${r.text(hex, 64)}`,
  notion: (r) => `ntn_${r.text(digits, 11)}${r.text(mixed, 35)}`,
  linear: (r) => `lin_api_${r.text(mixed, 40)}`,
  figma: (r) => `figd_${r.text(`${mixed}_-`, 40)}`,
  postman: (r) => `PMAK-${r.text(hex, 24)}-${r.text(hex, 34)}`,
  sentry: (r) => `sntrys_${r.text(mixed, 80)}`,
  newrelic: (r) => `NRAK-${r.text(upper, 27)}`,
  "grafana cloud": (r) => `glc_${r.text(mixed, 120)}`,
  "grafana service": (r) => `glsa_${r.text(mixed, 32)}_${r.text(hex, 8)}`,
  dynatrace: (r) => `dt0c01.${r.text(upper, 24)}.${r.text(upper, 64)}`,
  age: (r) => `AGE-SECRET-KEY-1${r.text("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`,
  jwt: (r) =>
    `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded({ sub: r.text(digits, 10), n: r.text(mixed, 8) })}.${r.text(`${mixed}_-`, 43)}`,
  "encrypted jwt": (r) =>
    `${encoded({ alg: "RSA-OAEP", enc: "A256GCM" })}.${[340, 16, 60, 22].map((length) => r.text(`${mixed}_-`, length)).join(".")}`,
  "random string": (r) => r.text(mixed, 40 + r.below(40)),
  "random string with dashes": (r) => r.text(`${mixed}_-`, 43),
  "aws secret key": (r) => r.bytes(30).toString("base64"),
  "32 bytes in base64": (r) => r.bytes(32).toString("base64"),
};

/** Places a secret of a known form stands in: what is around it. */
export const PLACES: Readonly<Record<string, (secret: string) => string>> = {
  sentence: (secret) => `the key is ${secret} and it works`,
  "json value": (secret) => JSON.stringify({ name: "a", value: secret, other: [1, true] }),
  "json list": (secret) => JSON.stringify(["first", secret, "last"], null, 2),
  "json in json": (secret) => JSON.stringify({ output: JSON.stringify({ value: secret, n: 1 }) }),
  "json lines": (secret) => `{"a":1}\n{"line":"x ${secret} y"}\n{"b":2}\n`,
  export: (secret) => `export SOMETHING=${secret}\nnpm start\n`,
  "shell header": (secret) => `curl -sS -H 'X-Thing: ${secret}' https://example.com/v1/items | jq .`,
  "shell argument": (secret) => `deploy --region eu "${secret}" --force && echo done`,
  heredoc: (secret) => `cat > config <<'EOF'\nvalue ${secret}\nEOF\n`,
  yaml: (secret) => `service:\n  thing: ${secret}\n  replicas: 2\n`,
  "yaml quoted": (secret) => `service:\n  thing: "${secret}" # note\n`,
  toml: (secret) => `[service]\nthing = "${secret}"\nport = 80\n`,
  "url query": (secret) => `GET https://example.com/v1?k=${secret}&page=2 200`,
  "url path": (secret) => `POST https://example.com/hooks/${secret.replaceAll("/", "-")}/run 200\n`,
  diff: (secret) => `@@ -1,3 +1,3 @@\n const a = 1;\n-const b = "old";\n+const b = '${secret}';\n return b;\n`,
  "diff of env": (secret) => `--- a/.env\n+++ b/.env\n-THING=${secret}\n+THING=\n`,
  log: (secret) => `2026-01-01T10:00:00Z INFO [worker] using [${secret}] now\n`,
  csv: (secret) => `id,value,note\n1,${secret},fine\n`,
  xml: (secret) => `<thing value="${secret}"/>\n<other>1</other>`,
  markdown: (secret) => `Use \`${secret}\` here, or **not**.`,
  python: (secret) => `client = Client("${secret}")\nprint(client)\n`,
  "numbered lines": (secret) => `    11→const a = 1;\n    12→const b = "${secret}";\n`,
  "end of text": (secret) => `the last word is ${secret}`,
};

/** A password as people make them, with a digit and a capital for sure. */
export const anyPassword: Make = (r) =>
  `${r.text("abcdefghkmnprstuvwxyz", 2)}${r.text(password, 8 + r.below(12))}${r.text("23456789", 1)}${r.text("ABCDEFGHKMNPRSTUVWXYZ", 1)}`;

const STRONG_NAMES = [
  "password",
  "db_password",
  "DB_PASSWORD",
  "passphrase",
  "client_secret",
  "clientSecret",
  "secret",
  "JWT_SECRET",
];
const WEAK_NAMES = [
  "api_key",
  "apiKey",
  "API_KEY",
  "access_token",
  "accessToken",
  "GITLAB_TOKEN",
  "auth-token",
  "private_key_id",
];
const NAMES = [...STRONG_NAMES, ...WEAK_NAMES];

/** Secrets that only their surroundings give away. */
export const NAMED_PLACES: Readonly<Record<string, (name: string, secret: string) => string>> = {
  env: (name, secret) => `PORT=3000\n${name.toUpperCase().replaceAll("-", "_")}=${secret}\nDEBUG=1\n`,
  "env quoted": (name, secret) => `${name.toUpperCase().replaceAll("-", "_")}="${secret}"\n`,
  "env with blanks": (name, secret) => `DB_PASSWORD="${secret.slice(0, 6)} ${secret.slice(6)}" # ${name}\n`,
  export: (name, secret) => `export ${name.toUpperCase().replaceAll("-", "_")}='${secret}' && npm start`,
  "command prefix": (name, secret) => `${name.toUpperCase().replaceAll("-", "_")}=${secret} node index.js`,
  yaml: (name, secret) => `auth:\n  ${name}: ${secret}\n  user: bob\n`,
  "yaml quoted": (name, secret) => `auth:\n  ${name}: '${secret}'\n`,
  compose: (name, secret) => `environment:\n  - ${name.toUpperCase().replaceAll("-", "_")}=${secret}\n`,
  json: (name, secret) => JSON.stringify({ user: "bob", [name]: secret, port: 1 }, null, 2),
  "json in json": (name, secret) => JSON.stringify({ out: JSON.stringify({ [name]: secret }) }),
  "json three deep": (name, secret) => JSON.stringify(JSON.stringify(JSON.stringify({ [name]: secret }))),
  typescript: (name, secret) => `const options = {\n  ${JSON.stringify(name)}: "${secret}",\n  retries: 3,\n};\n`,
  assignment: (name, secret) => `const ${name.replaceAll("-", "_")} = "${secret}";\n`,
  python: (name, secret) => `settings = {'${name}': '${secret}', 'debug': True}\n`,
  ruby: (name, secret) => `config = { :${name.replaceAll("-", "_")} => '${secret}' }\n`,
  php: (name, secret) => `define('${name}', '${secret}');\n`,
  toml: (name, secret) => `[db]\n${name} = "${secret}"\n`,
  terraform: (name, secret) => `resource "x" "y" {\n  ${name.replaceAll("-", "_")}   = "${secret}"\n}\n`,
  ini: (name, secret) => `[db]\nuser=bob\n${name}=${secret}\n`,
  header: (name, secret) => `curl -H "X-${name.replaceAll("_", "-")}: ${secret}" https://example.com`,
  diff: (name, secret) => `-  ${name}: "old-thing-9Zx"\n+  ${name}: "${secret}"\n`,
  "numbered lines": (name, secret) => `     1→[db]\n     2→${name} = "${secret}"\n`,
};

export function anyName(random: Random): string {
  return random.pick(NAMES);
}

/** Connection strings and the like: the text, and what must not be left of it. */
export const CONNECTIONS: Readonly<Record<string, (secret: string) => string>> = {
  postgres: (secret) => `postgres://app:${secret}@db.example.com:5432/app?sslmode=require`,
  postgresql: (secret) => `DATABASE_URL=postgresql://app:${secret}@10.0.0.5/app`,
  mysql: (secret) => `url: "mysql://root:${secret}@localhost:3306/shop"`,
  mongodb: (secret) => `mongodb+srv://svc:${secret}@cluster0.abcde.mongodb.net/?retryWrites=true`,
  redis: (secret) => `{"cache":"redis://:${secret}@cache:6379/0"}`,
  amqp: (secret) => `amqp://guest:${secret}@rabbit:5672/%2f`,
  http: (secret) => `git clone https://bob:${secret}@git.example.com/a/b.git`,
  jdbc: (secret) => `jdbc:mysql://db.example.com/shop?user=root&password=${encodeURIComponent(secret)}&useSSL=true`,
  ado: (secret) => `Server=tcp:db,1433;Database=shop;User Id=sa;Password=${secret};Encrypt=True;`,
  libpq: (secret) => `psql "host=db user=app password=${secret} dbname=shop"`,
  pgpass: (secret) => `db.example.com:5432:shop:app:${secret}\n`,
  netrc: (secret) => `machine api.example.com login bob password ${secret}\n`,
  "maven settings": (secret) => `<server><id>x</id><username>bob</username><password>${secret}</password></server>`,
  "java properties": (secret) => `spring.datasource.url=jdbc:h2:mem\nspring.datasource.password=${secret}\n`,
  "basic header": (secret) => `Authorization: Basic ${Buffer.from(`bob:${secret}`).toString("base64")}`,
  "docker config": (secret) => `{"auths":{"x":{"auth":"${Buffer.from(`bob:${secret}`).toString("base64")}"}}}`,
  "curl user": (secret) => `curl -sS -u bob:${secret} https://example.com/items`,
  "mysql flag": (secret) => `mysql -h db -u root -p${secret} shop < dump.sql`,
  sshpass: (secret) => `sshpass -p '${secret}' ssh bob@host`,
  "docker login": (secret) => `docker login -u bob -p ${secret} registry.example.com`,
  flag: (secret) => `vault login --token=${secret} --format json`,
  "flag apart": (secret) => `deploy --password ${secret} --force`,
  "flag with more in its name": (secret) => `deploy --db-password ${secret} --client-secret="${secret}" --force`,
  "mysql flag quoted": (secret) => `mysql -h db -u root -p'${secret}' shop < dump.sql`,
  mongosh: (secret) => `mongosh "mongodb://db:27017" -u root -p ${secret} --eval 'db.stats()'`,
  "redis server": (secret) => `redis-server --requirepass ${secret} --appendonly yes`,
  "go mysql": (secret) => `db, err := sql.Open("mysql", "app:${secret.replaceAll("@", "x")}@tcp(db:3306)/shop")`,
  "sql user": (secret) => `CREATE USER 'app'@'%' IDENTIFIED BY '${secret}';`,
  "sql role": (secret) => `ALTER ROLE app WITH LOGIN PASSWORD '${secret}';`,
  "npm config": (secret) => `//npm.example.com/:_auth=${Buffer.from(`bob:${secret}`).toString("base64")}`,
  "rails env": (secret) => `RAILS_ENV=test\nSECRET_KEY_BASE=${secret}\n`,
  "rails yaml": (secret) => `production:\n  secret_key_base: ${secret}\n`,
  "mail settings": (secret) => `createTransport({ host: "mail", auth: { user: "bob", pass: "${secret}" } });`,
  "header without a scheme": (secret) => `> Authorization: ${cookieText(secret)}\n> Accept: */*\n`,
  "header with a scheme of its own": (secret) => `{"Authorization":"ApiKey ${cookieText(secret)}"}`,
  "request cookies": (secret) => `> Cookie: theme=dark; sid=${cookieText(secret)}; lang=en\n> Accept: */*\n`,
  "request cookies in json": (secret) => JSON.stringify({ cookie: `theme=dark; sid=${cookieText(secret)}` }),
  "curl cookies": (secret) => `curl -sS -b "theme=dark; sid=${cookieText(secret)}" https://example.com/me`,
  cookie: (secret) =>
    `Set-Cookie: session=${secret.replaceAll(/[^\w-]/g, "x")}${secret.length}abcdefgh; Path=/; HttpOnly`,
};

/** A private key in PEM; the body is made up. */
export function pem(random: Random, label: string): string {
  const body = `MII${random.bytes(600 + random.below(900)).toString("base64")}`;
  return [`-----BEGIN ${label}-----`, ...(body.match(/.{1,64}/g) ?? []), `-----END ${label}-----`].join("\n");
}

export const KEY_LABELS = [
  "PRIVATE KEY",
  "RSA PRIVATE KEY",
  "EC PRIVATE KEY",
  "OPENSSH PRIVATE KEY",
  "ENCRYPTED PRIVATE KEY",
  "DSA PRIVATE KEY",
  "PGP PRIVATE KEY BLOCK",
];

/** Places a key of many lines stands in. */
export const KEY_PLACES: Readonly<Record<string, (key: string) => string>> = {
  file: (key) => `${key}\n`,
  json: (key) => JSON.stringify({ type: "service_account", private_key: `${key}\n`, client_id: "1" }, null, 2),
  "json in json": (key) => JSON.stringify({ out: JSON.stringify({ private_key: key }) }),
  "json list": (key) => JSON.stringify({ lines: key.split("\n"), after: "kept" }, null, 2),
  yaml: (key) => `tls:\n  key: |\n${indented(key, "    ")}\n  port: 443\n`,
  env: (key) => `TLS_KEY="${key.replaceAll("\n", String.raw`\n`)}"\nPORT=1\n`,
  heredoc: (key) => `cat > key.pem <<EOF\n${key}\nEOF\nchmod 600 key.pem\n`,
  "diff added": (key) => `@@ -0,0 +1,9 @@\n${indented(key, "+")}\n context\n`,
  "diff removed": (key) => `${indented(key, "-")}\n context\n`,
  "numbered lines": (key) =>
    key
      .split("\n")
      .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
      .join("\n"),
  "grep output": (key) =>
    key
      .split("\n")
      .map((line, index) => `${index + 1}:${line}`)
      .join("\n"),
  "grep context": (key) => `1:${key.split("\n").join("\n2-")}\n`,
  "grep in many files": (key) => `src/a.ts:7:kept\n${indented(key, "certs/my-key.pem:")}\n`,
  "grep in many files, numbered": (key) =>
    key
      .split("\n")
      .map((line, index) => `certs/my-key.pem${index === 0 ? ":1:" : `-${index + 1}-`}${line}`)
      .join("\n"),
  "grep in many files, beginning only": (key) => indented(beginningOf(key), "certs/my-key.pem:12:"),
  "numbered lines, beginning only": (key) => indented(beginningOf(key), "    12→"),
  "grep in many files, end only": (key) => indented(key.split("\n").slice(-6).join("\n"), "certs/my-key.pem:12:"),
  quoted: (key) => `${indented(key, "> ")}\nsaid he\n`,
  source: (key) =>
    `const key =\n${key
      .split("\n")
      .map((line) => `  "${line}\\n"`)
      .join(" +\n")};\nuse(key);\n`,
  "beginning only": beginningOf,
  "end only": (key) => key.split("\n").slice(-6).join("\n"),
};

/** Long enough for a session's, of what may stand in one. */
function cookieText(secret: string): string {
  return `${secret}${secret.length}abcdefgh`.replaceAll(/[^\w.-]/g, "x");
}

function beginningOf(key: string): string {
  return key.split("\n").slice(0, 6).join("\n");
}

function indented(text: string, margin: string): string {
  return text
    .split("\n")
    .map((line) => margin + line)
    .join("\n");
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.text(hex, length)).join("-");
}
