/** Passwords in command lines, in what they print, and in calls: the text, and what must not be left of it. */
export const COMMANDS: Readonly<Record<string, (secret: string) => string>> = {
  setx: (secret) => `setx API_TOKEN ${secret}\r\nnpm start`,
  "setx quoted, for the machine": (secret) => `setx /M DB_PASSWORD "${secret}"`,
  setenv: (secret) => `setenv API_KEY ${secret}; make`,
  fish: (secret) => `set -gx GITHUB_TOKEN "${secret}"`,
  dockerfile: (secret) => `FROM node\nENV API_TOKEN ${secret}\nRUN npm ci\n`,
  "aws configure": (secret) => `aws configure set aws_secret_access_key ${secret} --profile x`,
  "npm config set": (secret) => `npm config set //registry.npmjs.org/:_authToken ${secret}`,
  "gh secret": (secret) => `gh secret set DEPLOY_KEY --body "${secret}" --repo a/b`,
  "gh secret in short": (secret) => `gh secret set NPM_TOKEN -b ${secret}`,
  "gh secret with a sign": (secret) => `gh secret set X --body=${secret}`,
  "gh secret from a pipe": (secret) => `echo "${secret}" | gh secret set PROD_PASSWORD`,
  "gh secret from a here-string": (secret) => `gh secret set NPM_TOKEN <<< "${secret}"`,
  "docker login from a pipe": (secret) => `printf '%s' '${secret}' | docker login -u me --password-stdin ghcr.io`,
  wrangler: (secret) => `echo ${secret} | npx wrangler secret put API_TOKEN`,
  "vercel env": (secret) => `echo -n ${secret} | vercel env add API_SECRET production`,
  "vault kv get": (secret) => `=== Data ===\nKey            Value\n---            -----\ndb_password    ${secret}\n`,
  "a drawn table": (secret) => `│ DB_HOST     │ db │\n│ DB_PASSWORD │ ${secret} │\n`,
  "a table in markdown": (secret) => `| \`API_TOKEN\` | \`${secret}\` |\n`,
  "a block in yaml": (secret) => `db:\n  password: |\n    ${secret}\n  port: 1\n`,
  gradle: (secret) => `signingConfigs {\n  storePassword '${secret}'\n  keyPassword "${secret}"\n}\n`,
  "credentials of gradle": (secret) => `credentials {\n  username 'bob'\n  password '${secret}'\n}\n`,
  "a filled-in field": (secret) => `<input id="p" type="password" class="a" value="${secret}">`,
  "a filled-in field the other way round": (secret) => `<input value="${secret}" type='password'/>`,
  "a form that is sent": (secret) =>
    `Content-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--boundary\r\n`,
  "what stands in for a variable": (secret) => `const token = process.env.API_TOKEN || "${secret}";`,
  "what stands in for a variable in brackets": (secret) => `const a = env["DB_PASSWORD"] ?? '${secret}';`,
  makefile: (secret) => `DB_PASSWORD := ${secret}\nAPI_TOKEN ?= ${secret}\nall:\n`,
  "jdbc with nothing behind": (secret) => `url=jdbc:mysql://db/shop?user=root&password=${secret}\n`,
  chpasswd: (secret) => `echo "root:${secret}" | chpasswd`,
  "aws parameter": (secret) => `aws ssm put-parameter --name /db --type SecureString --value "${secret}"`,
  "aws secret": (secret) => `aws secretsmanager create-secret --name x --secret-string '${secret}'`,
  "azure vault": (secret) => `az keyvault secret set --vault-name v --name n --value ${secret}`,
  htpasswd: (secret) => `htpasswd -bc .htpasswd me ${secret}`,
  ldap: (secret) => `ldapsearch -x -D cn=admin,dc=x -w ${secret} -b dc=x`,
  zip: (secret) => `zip -r -P ${secret} out.zip src`,
  "7z": (secret) => `7z a -p${secret} out.7z src`,
  openssl: (secret) => `openssl enc -aes-256-cbc -pass pass:${secret} -in a -out b`,
  smbclient: (secret) => `smbclient //host/share -U me%${secret.replaceAll("%", "x")} -c ls`,
  powershell: (secret) => `$s = ConvertTo-SecureString "${secret}" -AsPlainText -Force`,
  "ansible inventory": (secret) => `ansible_become_pass: ${secret}\n`,
  "terraform output": (secret) =>
    JSON.stringify({ conn: { sensitive: true, type: "string", value: secret }, n: { value: 1 } }, null, 2),
  "terraform output under a name": (secret) =>
    JSON.stringify({ db_password: { sensitive: false, type: "string", value: secret } }),
  "settings as markup": (secret) => `<add key="ApiToken" value="${secret}" />`,
  "a form": (secret) => `<input type="hidden" name="csrf_token" value="${secret}">`,
  "an option in rust": (secret) => `Config { password: Some("${secret}".to_string()), port: 1 }`,
  "an owned option in rust": (secret) => `api_key: Option::Some(String::from("${secret}")),`,
  "a secret in rust": (secret) => `let password = Secret::new("${secret}");`,
  pydantic: (secret) => `Settings(key=SecretStr("${secret}"))`,
  "an environment in python": (secret) => `os.environ["API_KEY"] = "${secret}"\n`,
  "a setter": (secret) => `dataSource.setPassword("${secret}");`,
  "basic authorization in python": (secret) => `requests.get(url, auth=("me", "${secret}"))`,
  "a credential in c#": (secret) => `new NetworkCredential("me", "${secret}")`,
};

/** Lines that look alike and give nothing away. */
export const HARMLESS_COMMANDS = String.raw`setx JAVA_HOME "C:\Program Files\Java\jdk-17"
setx NODE_ENV production
setx API_TOKEN %1
setenv PATH /usr/bin
set -euo pipefail
ENV NODE_ENV production
gh secret set NPM_TOKEN --body "$NPM_TOKEN"
gh secret set NPM_TOKEN < token.txt
gh secret set NAME --body "$(cat file)"
gh pr create --title "x" --body "Adds the password reset form"
echo "Building..." | npx wrangler deploy
echo "$PW" | docker login --password-stdin
echo $CR_PAT | docker login ghcr.io -u USERNAME --password-stdin
npm config set //registry.npmjs.org/:_authToken $NPM_TOKEN
npm config set token when you need it
password: Some("password".to_string())
token: Some(token),
api_key: Some(config.api_key.clone()),
let password = Secret::new(password);
{"region": {"sensitive": false, "type": "string", "value": "eu-central-1"}}
<input type="text" name="username" value="johnny5">
<input type="password" name="password" value="">
pk.eyJ1IjoibWFwYm94IiwiYSI6ImNpejY4NXVycTA2emYycXBndHRqcmZ3N3gifQ.rJcFIG214AriISLbB6B5aw
The password is Base64-encoded, before that it was SHA256-hashed with PBKDF2-SHA512.
The password is required, and at least 8-characters long.
zip -r out.zip src && 7z a -r out.7z src
openssl enc -pass env:PW -in a
kubectl create secret generic db --from-file=password=./pw.txt
aws ssm get-parameter --name /db/password --with-decryption
user.setPassword(form.password); props.put("password", password);
requests.get(u, auth=("username", "password"))
fc-cache -fv && fc-list : family
sdk-1.2.3-linux sdk-for-node-js API-REFERENCE-OF-ALL-THE-THINGS
Private-Lines: 8`;
