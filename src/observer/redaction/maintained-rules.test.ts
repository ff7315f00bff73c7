import { beforeAll, describe, expect, it } from "vitest";
import { ISSUED } from "../../../test/support/issued-secrets.ts";
import { seeded } from "../../../test/support/random.ts";
import { type FindSecrets, loadMaintainedRules } from "./maintained-rules.ts";

let find: FindSecrets;
beforeAll(async () => {
  find = await loadMaintainedRules();
});

const random = seeded(1);
const github = ISSUED["github"]!(random);

describe("secretlint's rules", () => {
  it.each([
    "github",
    "gitlab",
    "stripe",
    "docker",
    "vercel",
    "cloudflare",
    "grafana service",
    "tailscale",
    "anthropic",
  ])("find a key of %s, and say the key itself", (kind) => {
    const secret = ISSUED[kind]!(random);
    expect(find(`a "${secret}" b`).map((found) => found.secret)).toContain(secret);
  });

  it("give the secret where the place they report is another", () => {
    const secret = "wJalrXUtnFEMI0K7MDENG0bPxRfiCYZZZZZZZKEY";
    expect(find(`AWS_SECRET_ACCESS_KEY=${secret}`).map((found) => found.secret)).toEqual([secret]);
  });

  it("cannot be switched off by the text they look at", () => {
    expect(find(`secretlint-disable\n${github} // secretlint-disable-line`)).toHaveLength(1);
  });

  it("start anew with every text", () => {
    expect(find(github)).toHaveLength(1);
    expect(find("nothing here")).toEqual([]);
  });
});
