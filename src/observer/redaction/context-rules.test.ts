import { expect, test } from "vitest";
import { createRedactor } from "../redact.ts";

const redact = createRedactor();
const KEY = "0a1b2c3d4e5f60718293";
const LONG = "Xaax-M37_gBEtt4m".repeat(20);
const PHRASE = "legal winner thank year ".repeat(3).trim();

/** Each row is known by one rule alone, so that none of them can go unnoticed. */
test.each([
  // Addresses
  [`GET /a?key=${KEY}`, KEY],
  [`GET /a?b=1&sig=${KEY}`, KEY],
  [`GET /a?b=1;auth=${KEY}`, KEY],
  [`GET /a?code=${KEY}`, KEY],
  [`GET /a?X-Amz-Signature=${KEY}`, KEY],
  // Headers
  [`it sent Bearer ${KEY} and got 401`, KEY],
  [`it sent Token ${KEY} and got 401`, KEY],
  ["it sent Basic dXNlcjpodW50ZXIy and got 401", "dXNlcjpodW50ZXIy"],
  [`authorization: ${KEY}`, KEY],
  // Connection strings, with the shortest of passwords
  ["Server=db;Uid=root;Pwd=ab1;Database=x", "ab1"],
  ['"Server=db;Uid=root;Password=ab1"', "ab1"],
  ["psql 'host=db password=ab1'", "ab1"],
  ["user=app password=ab1", "ab1"],
  ["dbname=app password=ab1", "ab1"],
  ["port=1 password=ab1", "ab1"],
  ["sslmode=off password=ab1", "ab1"],
  ["ALTER USER app PASSWORD 'ab1'", "ab1"],
  ["ALTER ROLE app PASSWORD 'ab1'", "ab1"],
  ["CREATE LOGIN app WITH PASSWORD = 'ab1'", "ab1"],
  ["ALTER USER app IDENTIFIED WITH caching_sha2_password BY 'ab1'", "ab1"],
  // Words behind names in settings
  ["spring.datasource.password=swordfish", "swordfish"],
  ["app.signing.secret=swordfish", "swordfish"],
  ["app.mail.token=swordfish", "swordfish"],
  ['API_KEY = "swordfish"', "swordfish"],
  ["API_KEY: swordfish", "swordfish"],
  ["<passphrase>swordfish</passphrase>", "swordfish"],
  ["<secret>swordfish</secret>", "swordfish"],
  ["<token>swordfish</token>", "swordfish"],
  ["<apiKey>swordfish</apiKey>", "swordfish"],
  ...["password", "api_secret", "app.token", "apiKey"].map((name) => [
    `<string key="${name}">sword1</string>`,
    "sword1",
  ]),
  ...["passphrase", "secret", "token", "private_key", "api_key"].map((name) => [
    `{"${name}": {"type": "text", "value": "sword1"}}`,
    "sword1",
  ]),
  ...["password", "passwd", "secret", "token", "api_key", "access_key", "private_key", "signing_key"].map((name) => [
    `- name: APP_${name.toUpperCase()}\n  value: sword1\n`,
    "sword1",
  ]),
  ['{"value":"sword1","name":"APP_TOKEN"}', "sword1"],
  ['<add value="sword1" key="ApiKey" />', "sword1"],
  ['<INPUT NAME="CSRF_TOKEN" VALUE="sword1">', "sword1"],
  ["npm_config__auth=YWRtaW46aHVudGVyMg==", "YWRtaW46"],
  ...["gmail_app_password: ", "GMAIL_APP_PASSWORD: ", "smtp_pass="].map((name) => [
    `${name}qwxz efgh ijkl mnop`,
    "ijkl",
  ]),
  ...["d", "p", "q", "dp", "dq", "qi", "k"].map((name) => [`{"kty": "RSA", "${name}": "${LONG}"}`, LONG]),
  [`seed_phrase: ${PHRASE}`, "winner"],
  [`recovery phrase = "${PHRASE}"`, "winner"],
  ["login bob password sword1", "sword1"],
  ...["machine a.io", "machine db login bob", "machine db login bob\n ", "default login bob", "login bob\n"].map(
    (before) => [`${before} password swordfish`, "swordfish"],
  ),
  // Command lines
  ...[
    "password",
    "passwd",
    "passphrase",
    "requirepass",
    "srcstorepass",
    "destkeypass",
    "token",
    "apikey",
    "secret",
  ].map((name) => [`run --${name}=swordfish -a`, "swordfish"]),
  ...["password", "passwd", "passphrase", "token", "key", "secret"].map((name) => [
    `run --app-${name} a1b2c3 -a`,
    "a1b2c3",
  ]),
  ["wget --user=bob:swordfish example.com", "swordfish"],
  ["http --proxy-user bob:swordfish example.com", "swordfish"],
  ...["mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb"].map((name) => [
    `${name} -pswordfish a`,
    "swordfish",
  ]),
  ...[
    "mongodump",
    "mongorestore",
    "buildah login",
    "skopeo login",
    "oras login",
    "az login",
    "helm registry login",
  ].map((name) => [`${name} -u bob -p swordfish a`, "swordfish"]),
  ["twine upload -p swordfish dist/*", "swordfish"],
  ...["add", "modify", "delete", "compare", "whoami", "passwd"].map((name) => [
    `ldap${name} -w swordfish a`,
    "swordfish",
  ]),
  ["bcp a in b -P swordfish", "swordfish"],
  ["unzip -P swordfish a.zip", "swordfish"],
  ["openssl rsa -passin pass:swordfish", "swordfish"],
  ["openssl rsa -passout pass:swordfish", "swordfish"],
  ["sudo -S id <<< swordfish", "swordfish"],
  // Calls
  ['client.withPassphrase("sword1")', "sword1"],
  ['client.set_secret_key("sword1")', "sword1"],
  ['client.withApiKey("sword1")', "sword1"],
  ['client.setAuthToken("sword1")', "sword1"],
  ['client.setAccessToken("sword1")', "sword1"],
  ['SecretString::from("sword1")', "sword1"],
  ['new UsernamePasswordCredentials("bob", "sword1")', "sword1"],
  ['HTTPBasicAuth("bob", "sword1")', "sword1"],
  ['request.basic_auth("bob", "sword1")', "sword1"],
  // Words
  ["the password is now x9k2mq7w1", "x9k2mq7w1"],
  ["the password was set to x9k2mq7w1", "x9k2mq7w1"],
  ["password set to x9k2mq7w1", "x9k2mq7w1"],
  ["the password of bob: x9k2mq7w1", "x9k2mq7w1"],
  ["a temporary password is generated for root@localhost: x9k2mq7w1", "x9k2mq7w1"],
  ...["access key", "auth token", "secret key", "API token"].map((name) => [`The ${name} was ${KEY}${KEY}.`, KEY]),
])("takes the secret out of %j", (text = "", secret = "") => {
  expect(redact(text)).not.toContain(secret);
});

test.each([
  "GET /a?token=$TOKEN&key=created_at&auth=required&sig={{ signature }}",
  "https://some-long-user-name@example.com/a",
  "Bearer authentication-required, Bearer <token-of-1-person>, Basic authentication",
  "password=props.password; pwd=$PWD;",
  "registry_auth=abcdefgh, _auth=required",
  "app.reset.password=resetPassword\napp.csrf.token=X-CSRF-TOKEN\napp.client.secret=${SECRET}\napp.a.token=b.token()",
  "API_KEY=process.env.API_KEY, API_KEY=./keys/1.pem, private_key: ~/.ssh/id_ed25519, TOKEN=~/token1, SECRET=0x1f, TOKEN=a[b].c1",
  "PASSWORD: string, API_KEY: required, TOKEN=none TOKEN=null TOKEN=nil TOKEN=true TOKEN=false TOKEN=undefined",
  "API_KEY=your-key-1 API_KEY=example1 API_KEY=changeme1 API_KEY=placeholder1 API_KEY=dummy1 API_KEY=xxxx API_KEY=...",
  'password: "********", password: "Secrets?", passphrase: "Passphrase:", token: "sk-***"',
  "api_key: abc12, token: 12345678, secret_key: my-secret-key, db_pass: configured, smtp_pass: 1234567",
  "password=getPassword(1), secret: user.secret1(), token=await=1",
  '{"token": {"type": "text", "value": "bearer"}, "secret": {"value": "${SECRET_1}"}}',
  'client.setPassword("password"); HTTPBasicAuth("user", "secret"); new NetworkCredential("a", "password")',
  "run --password=$PW --token=<token-1> --app-key 123456 --stop-token example1 --app-secret my-secret",
  "curl -u bob:$PW a && curl -u 1000:1000 a",
  "setx API_TOKEN %TOKEN1% && set -x API_KEY ./key1 && config set token auth.token",
  '{"value":"button-2","name":"submit"} {"value":"button-2","name":"token_hint"} {"value":"bearer","name":"token"} value="button-2"',
  "mail_password: must have some form",
  "machine learning password manager, a login form password field",
  "| API_KEY | optional_since_v1.2.3 |",
  'password: "mindestens acht zeichen lang", password: "al menos ocho caracteres"',
  "The password is https://example.com/1, the password is sha256(x1), the password is 12345678",
])("keeps %j", (text) => {
  expect(redact(text)).toBe(text);
});
