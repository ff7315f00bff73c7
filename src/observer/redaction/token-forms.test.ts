import { expect, test } from "vitest";
import { createRedactor } from "../redact.ts";
import { TOKEN_FORMS } from "./token-forms.ts";

const redact = createRedactor();
const HEX = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const ANY = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuV";
const LOW = "a1b2c3d4e5f6g7h8i9j0klmnopqrstuv";
const UPPER = LOW.toUpperCase();
const h = (length: number) => HEX.repeat(8).slice(0, length);
const a = (length: number) => ANY.repeat(8).slice(0, length);
const l = (length: number) => LOW.repeat(8).slice(0, length);
const u = (length: number) => UPPER.repeat(8).slice(0, length);
const uuid = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
const each = (names: string, make: (name: string) => string) => names.split(" ").map(make);

/** Of every issuer the forms its keys have, as short as they may be. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  anthropic: [`sk-ant-${a(20)}`],
  openrouter: [`sk-or-${a(20)}`],
  openai: [
    `sk-${a(20)}`,
    ...each("proj svcacct admin None", (name) => `sk-${name}-${a(20)}`),
    ...each("proj svcacct admin", (name) => `sk-${name}-AbCdEfGhIjKlMnOpQrStUvWxYz`),
    `sk-lf-${uuid}`,
  ],
  google: [`AIza${a(30)}`, `AQ.Ab8${a(30)}`, `GOCSPX-${a(20)}`, `ya29.${a(20)}`, `1//0${a(30)}`],
  xai: [`xai-${a(40)}`],
  groq: [`gsk_${a(40)}`],
  cerebras: [`csk-${l(30)}`],
  nvidia: [`nvapi-${a(40)}`],
  huggingface: [`hf_${a(30)}`, `api_org_${a(30)}`],
  replicate: [`r8_${a(30)}`],
  perplexity: [`pplx-${a(40)}`],
  fireworks: [`fw_${a(22)}`],
  tavily: [`tvly-${a(20)}`],
  langsmith: [`lsv2_pt_${h(32)}_${h(8)}`, `lsv2_sk_${h(32)}_${h(8)}`],
  elevenlabs: [`sk_${h(48)}`],
  firecrawl: [`fc-${h(32)}`],
  e2b: [`e2b_${h(40)}`],
  brave: [`BSA${a(28)}`],
  jina: [`jina_${a(40)}`],
  cursor: [`key_${h(64)}`, `crsr_${h(64)}`],
  modal: [`ak-${a(22)}`, `as-${a(22)}`],
  context7: [`ctx7sk-${uuid}`],
  cartesia: [`sk_car_${a(20)}`],
  daytona: [`dtn_${h(64)}`],
  copilot: [`tid=${h(32)};exp=1;sku=a:${h(40)}`],
  bedrock: [`ABSK${a(80)}==`, `bedrock-api-key-${a(60)}`],
  aws: [
    ...each("AKIA ASIA ABIA ACCA A3TX", (name) => name + u(16)),
    ...each("IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", (name) => name + a(100)),
  ],
  alibaba: [`LTAI${a(16)}`, `LTAI${a(24)}`],
  tencent: [`AKID${a(32)}`],
  azure: [`abc8Q~${a(31)}`],
  cloudflare: [...each("cfk cfut cfat", (name) => `${name}_${a(40)}`), `v1.0-${h(24)}-${h(100)}`],
  digitalocean: each("doo dop dor", (name) => `${name}_v1_${h(64)}`),
  vercel: each("vcp vci vca vcr vck", (name) => `${name}_${a(20)}`),
  netlify: each("nfp nfo nfc nfu", (name) => `${name}_${a(36)}`),
  fly: [`fo1_${a(40)}`, `fm1r_${a(100)}`, `fm2_${a(100)}`],
  heroku: [`HRKU-${a(36)}`],
  pulumi: [`pul-${h(40)}`],
  terraform: [`${a(14)}.atlasv1.${a(60)}`],
  doppler: each("pt st ct sa scim audit", (name) => `dp.${name}.${a(40)}`),
  vault: each("hvs hvb hvr", (name) => `${name}.${a(24)}`),
  onepassword: [
    `ops_eyJ${a(100)}`,
    `A3-${u(6)}-${u(11)}-${u(5)}-${u(5)}-${u(5)}`,
    `A3-${u(6)}-${u(6)}-${u(5)}-${u(5)}-${u(5)}-${u(5)}`,
  ],
  tailscale: [`tskey-auth-${a(20)}`],
  github: [...each("ghp gho ghu ghs ghr", (name) => `${name}_${a(30)}`), `github_pat_${a(22)}`],
  gitlab: each("pat ptt dt rt cbt soat ft imt agent ffct", (name) => `gl${name}-${a(20)}`),
  atlassian: [`ATATT3${a(50)}`, `ATCTT3${a(50)}`, `ATBB${a(28)}`],
  npm: [`npm_${a(30)}`],
  pypi: [`pypi-${a(40)}`],
  rubygems: [`rubygems_${h(48)}`],
  crates: [`cio${a(32)}`],
  nuget: [`oy2${l(43)}`],
  docker: [`dckr_pat_${a(20)}`, `dckr_oat_${a(20)}`],
  artifactory: [`AKCp${a(60)}`, `cmVmdGtuOj${a(40)}`],
  circleci: [`CCIPAT_${a(22)}_${h(40)}`],
  buildkite: each("ua pt ct", (name) => `bk${name}_${h(40)}`),
  packagist: [`packagist_out_${h(68)}`, `packagist_urt_${h(68)}`],
  sourcegraph: [`sgp_${h(40)}`, `sgp_${h(16)}_${h(40)}`, `sgp_local_${h(40)}`],
  harness: each("pat sat", (name) => `${name}.${a(22)}.${h(24)}.${a(20)}`),
  octopus: [`API-${u(26)}`],
  prefect: [`pnu_${l(36)}`, `pnb_${l(36)}`],
  snyk: [`snyk_uat.${h(8)}.${a(40)}`, `snyk_sat.${h(8)}.${a(40)}`],
  readme: [`rdme_${l(70)}`],
  sonar: each("squ sqa sqp", (name) => `${name}_${h(40)}`),
  stripe: [
    ...each("sk_live rk_test pk_prod", (name) => `${name}_${a(16)}`),
    `sk_live_${a(4)}-${a(12)}_${a(9)}`,
    `sk_test_${"abcdefgh".repeat(2)}`,
    `whsec_${a(24)}`,
  ],
  braintree: each("production sandbox", (name) => `access_token$${name}$${l(16)}$${h(32)}`),
  shippo: [`shippo_live_${h(40)}`, `shippo_test_${h(40)}`],
  lob: [`live_${h(35)}`, `test_${h(35)}`],
  stytch: [`secret-live-${a(36)}=`, `secret-test-${a(36)}=`],
  square: [`sq0atp-${a(22)}`, `sq0csp-${a(22)}`],
  shopify: each("at ca pa ss", (name) => `shp${name}_${h(32)}`),
  plaid: each("sandbox development production", (name) => `access-${name}-${uuid}`),
  sendgrid: [`SG.${a(16)}.${a(16)}`],
  mailgun: [`key-${h(32)}`],
  mailchimp: [`${h(32)}-us1`],
  brevo: [`xkeysib-${h(64)}-${a(16)}`, `xsmtpsib-${h(64)}-${a(16)}`],
  resend: [`re_${a(8)}_${a(24)}`],
  twilio: [`SK${h(32)}`, `AC${h(32)}`],
  slack: [
    ...each("xoxa xoxb xoxe.xoxp xoxo xoxp xoxr xoxs", (name) => `${name}-${a(10)}`),
    `xapp-${a(20)}`,
    ...each("services workflows triggers", (name) => `hooks.slack.com/${name}/${a(20)}`),
  ],
  discord: [
    `M${a(23)}.${a(6)}.${a(27)}`,
    `discord.com/api/webhooks/1/${a(30)}`,
    `discordapp.com/api/webhooks/1/${a(30)}`,
  ],
  telegram: [`12345678:AA${a(32)}`],
  teams: [`acme.webhook.office.com/webhookb2/${a(40)}`],
  facebook: [`EAA${a(80)}`],
  databricks: [`dapi${h(32)}`, `dose${h(32)}-2`],
  planetscale: each("tkn pw oauth", (name) => `pscale_${name}_${a(32)}`),
  supabase: [`sbp_${a(30)}`, `sb_secret_${a(30)}`],
  neon: [`napi_${l(60)}`, `npg_${a(12)}`],
  convex: each("prod dev preview project", (name) => `${name}:happy-otter-1|${a(40)}`),
  tinybird: [`p.eyJ${a(20)}.${a(20)}`],
  inngest: [`signkey-prod-${h(32)}`],
  trigger: each("dev prod preview stg", (name) => `tr_${name}_${a(20)}`),
  infisical: [`st.${h(24)}.${h(32)}.${h(32)}`],
  sanity: [`sk${a(100)}`],
  airtable: [`pat${a(14)}.${h(64)}`],
  notion: [`ntn_${a(40)}`],
  linear: [`lin_api_${a(32)}`, `lin_oauth_${a(32)}`],
  asana: [`1/${"1".repeat(13)}:${h(32)}`, `2/${"1".repeat(13)}/${"2".repeat(13)}:${h(32)}`],
  hubspot: each("na eu ap", (name) => `pat-${name}1-${uuid}`),
  dropbox: [`sl.${a(100)}`, `sl.u.${a(100)}`],
  launchdarkly: [`sdk-${uuid}`],
  figma: [`figd_${a(36)}`],
  postman: [`PMAK-${h(24)}-${h(34)}`],
  sentry: [`sntrys_${a(40)}`, `sntryu_${a(40)}`],
  newrelic: each("AK JS II RA", (name) => `NR${name}-${a(20)}`),
  grafana: [`glc_${a(32)}`, `glsa_${a(32)}_${h(8)}`],
  dynatrace: [`dt0c01.${u(24)}.${u(64)}`],
  honeycomb: [`hcaik_${l(50)}`],
  mapbox: [`sk.eyJ${a(20)}.${a(16)}`, `tk.eyJ${a(20)}.${a(16)}`],
  age: [`AGE-SECRET-KEY-1${u(50)}`],
  jwt: [`eyJ${a(8)}.eyJ${a(8)}`, `eyJ${a(8)}.eyJ${a(8)}.${a(9)}`, `eyJ${a(16)}..${a(4)}.${a(9)}.${a(3)}`],
};

test("every issuer has its rows", () => {
  expect(Object.keys(KEYS)).toEqual(Object.keys(TOKEN_FORMS));
});

test.each(Object.entries(KEYS))("a key of %s is known by its form alone", (kind, keys) => {
  for (const key of keys) {
    expect(redact(`it is ${key} see`), key).toMatch(
      new RegExp(String.raw`^it is \[redacted:${kind}:[0-9a-f]{4}\] see$`),
    );
  }
});

test("a key of telegram is the same one in the address of a call", () => {
  const word = redact(`12345678:AA${a(32)}`);
  expect(word).toMatch(/^\[redacted:telegram:[0-9a-f]{4}\]$/);
  expect(redact(`GET https://api.telegram.org/bot12345678:AA${a(32)}/getMe`)).toBe(
    `GET https://api.telegram.org/bot${word}/getMe`,
  );
});

test.each([
  "sk-spinner-wandering-cubes sk-estimator-doc-link-fitted sk-loading-spinner-2xl-wrapper sk-folding-cube-animation-2",
  "sk_test_data_generator_v2_final sk-project-list-item-header",
  "as-a-service-provider-2026 ak-4.2.1-linux-x64 npg_network st.something.like.this",
  "pk.eyJ1IjoibWFwYm94IiwiYSI6ImNpejY4NXVycTA2emYycXBndHRqcmZ3N3gifQ.rJcFIG214AriISLbB6B5aw",
  `key_${h(12)} tr_prod_configuration prod:deploy|all`,
])("%s holds none", (text) => {
  expect(redact(text)).toBe(text);
});
