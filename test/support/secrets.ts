import { ALPHABETS, type Random } from "./random.ts";

const { password } = ALPHABETS;

type Make = (random: Random) => string;

/** Places a secret of a known form stands in: what is around it. */
export const PLACES: Readonly<Record<string, (secret: string) => string>> = {
  sentence: (secret) => `the key is ${secret} and it works`,
  "json value": (secret) => JSON.stringify({ name: "a", value: secret, other: [1, true] }),
  "json list": (secret) => JSON.stringify(["first", secret, "last"], null, 2),
  "json in json": (secret) => JSON.stringify({ output: JSON.stringify({ value: secret, n: 1 }) }),
  "json with a line of its own": (secret) => JSON.stringify({ output: `first\n${secret}\nlast` }),
  "json in json behind a tab": (secret) => JSON.stringify({ out: JSON.stringify({ text: `a\t${secret}\r\n` }) }),
  "json lines": (secret) => `{"a":1}\n{"line":"x ${secret} y"}\n{"b":2}\n`,
  export: (secret) => `export SOMETHING=${secret}\nnpm start\n`,
  "shell header": (secret) => `curl -sS -H 'X-Thing: ${secret}' https://example.com/v1/items | jq .`,
  "shell argument": (secret) => `deploy --region eu "${secret}" --force && echo done`,
  heredoc: (secret) => `cat > config <<'EOF'\nvalue ${secret}\nEOF\n`,
  yaml: (secret) => `service:\n  thing: ${secret}\n  replicas: 2\n`,
  "yaml quoted": (secret) => `service:\n  thing: "${secret}" # note\n`,
  toml: (secret) => `[service]\nthing = "${secret}"\nport = 80\n`,
  "url user": (secret) => `git clone https://${encodeURIComponent(secret)}@git.example.com/a/b.git`,
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

/** The same where marks are written as codes. */
export const CODED_PLACES: typeof PLACES = {
  "json for a page": (secret) => JSON.stringify({ next: `?a=1&k=${secret}&b=2` }).replaceAll("&", "\\u0026"),
  "json with coded quotes": (secret) => `{"out":"{\\u0022k\\u0022:\\u0022${secret}\\u0022}"}`,
  "markup with coded quotes": (secret) => `<div data-k="{&quot;k&quot;:&quot;${secret}&quot;}">&#39;a&#39;</div>`,
  "url with codes": (secret) => `GET /cb?state=%7B%22k%22%3A%22${encodeURIComponent(secret)}%22%7D&page=2 200`,
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
  "json with coded quotes": (name, secret) => `{"out":"{\\u0022${name}\\u0022: \\u0022${secret}\\u0022}"}`,
  "markup with coded quotes": (name, secret) =>
    `<div data-k="{&quot;${name}&quot;:&quot;${secret}&quot;,&#34;a&#34;:1}">`,
  "url with codes": (name, secret) => `/login?next=%2Fcb%3F${name}%3D${encodeURIComponent(secret)}%26b%3D1&c=2`,
  "json three deep": (name, secret) => JSON.stringify(JSON.stringify(JSON.stringify({ [name]: secret }))),
  "env in json": (name, secret) =>
    JSON.stringify({ out: `PORT=1\n${name.toUpperCase().replaceAll("-", "_")}=${secret}\nDEBUG=1` }),
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
  mariadb: (secret) => `mariadb-dump -h db -uroot -p${secret} shop`,
  "podman login": (secret) => `podman login -u bob -p ${secret} registry.example.com`,
  "redis command": (secret) => `redis-cli -p 6379 -a ${secret} ping`,
  "redis variable": (secret) => `REDISCLI_AUTH=${secret} redis-cli ping; SSHPASS=${secret} sshpass -e ssh a`,
  sqlcmd: (secret) => `sqlcmd -S db -U sa -P '${secret}' -Q "select 1"`,
  keytool: (secret) => `keytool -list -keystore a.jks -storepass ${secret} -keypass ${secret}`,
  sudo: (secret) => `echo '${secret}' | sudo -S systemctl restart app`,
  "oracle url": (secret) => `url=jdbc:oracle:thin:scott/${secret.replaceAll(/[@$]/g, "x")}@//db:1521/x`,
  "netrc the other way round": (secret) => `machine api.example.com password ${secret} login bob\n`,
  "a token as the user": (secret) => `git clone https://${cookieText(secret)}0a1b2c3d:x-oauth-basic@github.com/a/b\n`,
  "mail password": (secret) => `smtp_user: bob\nsmtp_pass: ${secret}\n`,
  "a manifest": (secret) => `env:\n  - name: DB_PASSWORD\n    value: "${secret}"\n`,
  "a manifest without quotes": (secret) => `env:\n- name: APP_TOKEN\n  value: ${cookieText(secret)}\n- name: A\n`,
  "a task definition": (secret) => JSON.stringify({ environment: [{ name: "DB_PASSWORD", value: secret }] }, null, 1),
  "a parameter": (secret) => JSON.stringify({ Name: "/prod/db/password", Type: "SecureString", Value: secret }),
  "a property in xml": (secret) => `<property name="hibernate.connection.password">${secret}</property>`,
  "a cookie in a script": (secret) => `document.cookie = "sid=${cookieText(secret)}; path=/";`,
  "sql grant": (secret) => `GRANT ALL ON a.* TO 'b'@'%' IDENTIFIED BY '${secret}';`,
  "sql function": (secret) => `SET PASSWORD FOR 'root'@'localhost' = PASSWORD('${secret}');`,
  "sql login": (secret) => `CREATE LOGIN app WITH PASSWORD = N'${secret}';`,
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
  "line ends made visible": (key) => `${key.replaceAll("\n", "$\n")}$\n`,
  table: (key) =>
    key
      .split("\n")
      .map((line) => `│ ${line.padEnd(64)} │`)
      .join("\n"),
  quoted: (key) => `${indented(key, "> ")}\nsaid he\n`,
  source: (key) =>
    `const key =\n${key
      .split("\n")
      .map((line) => `  "${line}\\n"`)
      .join(" +\n")};\nuse(key);\n`,
  "log of containers": (key) => indented(key, "web-1  | "),
  "log of containers, beginning only": (key) => indented(beginningOf(key), "web-1  | "),
  "log of containers, middle only": (key) => indented(key.split("\n").slice(4, 9).join("\n"), "web-1  | "),
  "log of containers, end only": (key) => indented(key.split("\n").slice(-6).join("\n"), "web-1  | "),
  "log of containers, with lines of another": (key) =>
    indented(key, "web-1  | ").replaceAll(/(?<=\n[^\n]*\n[^\n]*)\n/g, "\ndb-1   | checkpoint\n"),
  "log with a level": (key) => indented(key, "[INFO] "),
  "log with times": (key) =>
    key
      .split("\n")
      .map((line, index) => `2026-01-01T10:00:0${index % 10}.${"1".repeat(1 + (index % 3))}Z ${line}`)
      .join("\n"),
  syslog: (key) => indented(key, "Jan  1 10:00:00 host app[123]: "),
  "git blame": (key) => indented(key, `${"a1b2c3d4e5".repeat(4)} (Sam Doe 2024-01-01 10:00:00 +0000 1) `),
  "log in json lines": (key) =>
    key
      .split("\n")
      .map((line) => JSON.stringify({ log: `${line}\n`, stream: "stdout", time: "2026-01-01T10:00:00Z" }))
      .join("\n"),
  "log in json": (key) => JSON.stringify({ out: indented(key, "[INFO] "), context: 1 }),
  "page with breaks": (key) => `<td>${key.replaceAll("\n", "<br>")}</td>`,
  comment: (key) => `/*\n${indented(key, " * ")}\n */\nuse(key);\n`,
  "middle only": (key) => key.split("\n").slice(4, 9).join("\n"),
  "middle only, numbered": (key) => indented(key.split("\n").slice(4, 9).join("\n"), "    12→"),
  "middle only, by bytes": (key) => key.slice(100, 500),
  "middle only, in json": (key) => JSON.stringify({ out: key.split("\n").slice(4, 9).join("\n") }),
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
