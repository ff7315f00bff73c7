/** Passwords as people make them: both cases, signs, only small letters with digits, short ones. */
export const EVERYDAY_PASSWORDS = [
  "Tr0ub4dorRyy",
  "Xk9$mPq2abc",
  "hunter22xxktA",
  "x7-Qp2!vLm9",
  "9f2c71aa04be",
  "P@ssw0rd!9Zq",
  "Summer2024!",
  "correct7horse",
  "qW3rTy#91z",
  "letmein2",
  "S3cur3.Pa55",
];

/** Everyday places of a password: the text, and what must not be left of it. One row for each kind. */
export const EVERYDAY_PLACES: Readonly<Record<string, (secret: string) => string>> = {
  // Names
  "name that ends in PASS": (secret) => `PORT=1\nDBPASS=${secret}\n`,
  "name that ends in PW": (secret) => `SMTP_PW=${secret}\n`,
  "name that ends in PWD": (secret) => `export FTPPWD="${secret}"\n`,
  "name that ends in PSK": (secret) => `WIFI_PSK=${secret}\n`,
  "short name and a sign": (secret) => `[remote]\ntype = sftp\npass = ${secret}\n`,
  "short name and a colon": (secret) => `user: sam, pass: ${secret}`,
  "short name in the middle": (secret) => `login with user=sam pw=${secret} host=db`,
  "name of two words": (secret) => `dbpass: ${secret}\nport: 1\n`,
  wpa_supplicant: (secret) => `network={\n  ssid="home"\n  psk="${secret}"\n}\n`,
  "redis.conf": (secret) => `port 6379\nrequirepass ${secret}\nappendonly yes\n`,
  "redis.conf of a replica": (secret) => `masterauth ${secret}\n`,
  passcode: (secret) => `Passcode: ${secret}\n`,
  "env, listed by PowerShell": (secret) => `Name            Value\n----            -----\nDB_PASSWORD     ${secret}\n`,
  "properties, listed by PowerShell": (secret) => `UserName : sam\nPassword : ${secret}\n`,
  manifest: (secret) => `- name: DB_PASSWORD\n  value: ${secret}\n`,
  "told in words": (secret) => `the password is ${secret}`,
  "answer to a prompt": (secret) => `Password for 'https://sam@git.example.com': ${secret}`,
  "answer to sudo": (secret) => `[sudo] password for sam: ${secret}\n`,
  cookie: (secret) => `Cookie: auth=${secret}; lang=en\n`,
  "file of cookies": (secret) => `.example.com\tTRUE\t/\tTRUE\t1893456000\tsid\t${secret}\n`,
  // Below a heading
  INSERT: (secret) => `INSERT INTO users (email, password) VALUES ('a@b.c', '${secret}');`,
  "INSERT of many rows": (secret) =>
    `insert into "users" ("id", "password", "n")\nvalues (1, 'old1Pass', 2),\n  (2, '${secret}', 3);`,
  COPY: (secret) => `COPY public.users (id, password) FROM stdin;\n1\t${secret}\n\\.\n`,
  CSV: (secret) => `email,password\na@b.c,${secret}\n`,
  "CSV, numbered": (secret) => `     1→email,password\n     2→a@b.c,${secret}\n`,
  "CSV in quotes": (secret) => `"id";"password";"note"\n"1";"${secret}";"a; b"\n`,
  TSV: (secret) => `user\tpassword\nsam\t${secret}\n`,
  "markdown table": (secret) => `| user | password |\n|---|---|\n| sam | ${secret} |\n`,
  "table of psql": (secret) => ` email | password \n-------+----------\n a@b.c | ${secret}\n(1 row)\n`,
  "table of mysql": (secret) =>
    `+-----+----------+\n| id  | password |\n+-----+----------+\n|   1 | ${secret} |\n+-----+----------+\n`,
  "table drawn": (secret) => `│ user │ db_password │\n├──────┼─────────────┤\n│ sam  │ ${secret} │\n`,
  "update in SQL": (secret) => `UPDATE users SET password = '${secret}' WHERE id = 1;`,
  "record of psql": (secret) => `-[ RECORD 1 ]--\nemail    | a@b.c\npassword | ${secret}\n`,
  // Commands
  "curl, form": (secret) => `curl -d 'user=sam&pass=${secret}' https://example.com`,
  "curl, form that begins so": (secret) => `curl --data "pass=${secret}&user=sam" https://example.com`,
  "curl, upload": (secret) => `curl -F user=sam -F 'password=${secret}' https://example.com`,
  httpie: (secret) => `http -a sam:${secret} GET https://example.com`,
  "httpie, field": (secret) => `http POST https://example.com user=sam pass=${secret}`,
  lftp: (secret) => `lftp -u sam,${secret} ftp.example.com`,
  nmcli: (secret) => `nmcli dev wifi connect home password ${secret}`,
  psexec: (secret) => `psexec \\\\host -u sam -p ${secret} cmd`,
  "net use": (secret) => `net use Z: \\\\host\\share /user:sam ${secret}`,
  "net use the other way round": (secret) => `net use \\\\host\\share ${secret} /user:sam`,
  "net user": (secret) => `net user sam ${secret} /add`,
  plink: (secret) => `plink -ssh sam@host -pw ${secret} ls`,
  xfreerdp: (secret) => `xfreerdp /u:sam /p:${secret} /v:host`,
  mosquitto: (secret) => `mosquitto_pub -h mq -u sam -P ${secret} -t a -m b`,
  mongoimport: (secret) => `mongoimport -u sam -p ${secret} --db a`,
  cqlsh: (secret) => `cqlsh -u sam -p ${secret} db`,
  rabbitmq: (secret) => `rabbitmqctl add_user sam ${secret}`,
  "redis AUTH": (secret) => `127.0.0.1:6379> AUTH ${secret}\nOK\n`,
  "redis CONFIG": (secret) => `redis-cli CONFIG SET requirepass ${secret}`,
  passwd: (secret) => `echo '${secret}' | passwd --stdin sam`,
  expect: (secret) => `expect "*assword:*"\nsend "${secret}\\r"\n`,
  pexpect: (secret) => `child.expect("Password:")\nchild.sendline("${secret}")\n`,
  ipmitool: (secret) => `ipmitool -I lanplus -H host -U sam -P ${secret} power status`,
  // Connection strings
  "DSN of Go": (secret) => `db, _ := sql.Open("mysql", "root:${secret}@/db")`,
  "DSN of Go, tcp": (secret) => `dsn := "sam:${secret}@tcp(db:3306)/shop"`,
  "URL in base64": (secret) =>
    `data:\n  DB_URL: ${Buffer.from(`postgres://app:${secret.replaceAll("@", "x")}@db/app`).toString("base64")}\n`,
  "token in base64": () =>
    `echo ${Buffer.from("ghp_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d").toString("base64")} | base64 -d`,
};

/** Lines of everyday work that look alike and give nothing away. */
export const HARMLESS_EVERYDAY = String.raw`PASS: TestLogin (0.02s)
PASS src/login.test.ts
# pass 12
TESTS_PASS=12
BYPASS=cache2go
COMPASS_URL=https://compass9.example.com
PWD=/repo/app2
pass: 3 fail: 1
pass = passes.every((each) => each.ok)
const pass = runner2.run(test1);
first pass: parse1stLevel()
pass=true fail=false
render pass: shadow_map_2048
psk = load_psk(path)
PIN: 13
pin: GPIO4
| test | pass | fail |
| a1b2 | 3 | 4 |
| name | type | description |
| password | string | At least 8 characters |
| token | count | share |
|---|---|---|
| the | 1204 | 3.1% |
user,token,position
a,the,12
   360	    access_token
   361	    if result2.rowcount == 1:
key,value
theme,dark2mode
INSERT INTO users (email, password_hash) VALUES ($1, $2)
INSERT INTO users (email, password) VALUES (?, ?), ('a@b.c', crypt($1, gen_salt('bf')))
COPY users (id, password) FROM '/tmp/users2.csv' CSV
UPDATE users SET password = $1 WHERE id = $2
email, password
const { email, password } = req.body
login(email, password)
The password is Base64-encoded, and the token was Argon2id-hashed.
The password is SHA256-hashed.
[sudo] password for sam: 
Password for 'https://sam@git.example.com': 
curl -d 'user=sam&pass=$PASS' https://example.com
http -a "$USER:$PASS" GET https://example.com
http -a sam: https://example.com
net use Z: /delete
net user sam /delete
net user administrator
plink -pw %PW% host
passwd --stdin sam
AUTH required
AUTH <password>
requirepass is set
requirepass: true
send "ls -la\r"
send "exit\r"
child.sendline("make test1")
"@/components/a2b": "root:abc"
import a from "npm:lib2@/x"
mosquitto_pub -h mq -p 1883 -t a
ssh -p 2222 host1
docker run -p 8080:80 -u 1000 image2
git log -p feature2x
mkdir -p build2/out
expect(password).toBe("x")
Cookie: auth=; lang=en
aGVsbG8gd29ybGQsIGhlbGxv
-[ RECORD 1 ]--
password | string
`;
