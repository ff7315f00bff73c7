import { mkdtempSync, rmSync } from "node:fs";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { Mark, Report } from "../../src/team/report.ts";
import { LAUNCH_TIMEOUT_MS, launchBrowser, nameless } from "../support/browser.ts";
import { asJson, promptAndCall } from "../support/claude-logs.ts";
import { falseDone, teamReport } from "../support/team-report.ts";
import { packedEnvironment } from "./run-cox.ts";

const WIDE = { viewport: { width: 1360, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PAGES = ["/", "/?page=compare", "/?page=objections", "/?page=cost", "/?page=health", "/?page=cases"];
/** What a hostile machine may name its repository and its models. */
const HOSTILE = `<img src=x onerror="document.title='ran'">"'&amp;`;
/** Where words may be, there may be what turns text around; in a name it is refused. */
const HOSTILE_WORDS = `${HOSTILE}\u202e`;
const DAY_MS = 24 * 3600 * 1000;

let home: string;
let browser: Browser;
let service: ChildProcess;
let url: string;
let token: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "cox-dashboard-"));
  browser = await launchBrowser();
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const env = { ...packedEnvironment(), HOME: home };
  const options = ["--database", join(home, "team.db"), "--port", "0", "--json"];
  service = spawn(process.execPath, [program, "serve", ...options], { cwd: home, env });
  const [line] = await once(createInterface(service.stdout!), "line");
  ({ url, token } = JSON.parse(String(line)) as { url: string; token: string });
}, LAUNCH_TIMEOUT_MS);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  service?.kill();
  if (service?.exitCode === null) await once(service, "close");
  await browser?.close();
  rmSync(home, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** Addresses of others that were asked for. */
  readonly elsewhere: string[];
  readonly errors: string[];
}

/** Somebody who has signed in, unless the options say otherwise. */
async function open(path = "/", options: BrowserContextOptions & { signedIn?: boolean } = {}): Promise<Opened> {
  const { signedIn = true, ...more } = options;
  const context = await browser.newContext({ reducedMotion: "reduce", ...WIDE, ...more });
  contexts.push(context);
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) elsewhere.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const session = { data: { token }, failOnStatusCode: true };
  if (signedIn) await context.request.post(`${url}/v1/session`, session);
  await page.goto(url + path);
  await page.locator("h1").waitFor();
  return { page, elsewhere, errors };
}

async function send(...reports: readonly (Report | Mark)[]): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(`${url}/v1/reports`, { method: "POST", headers, body: JSON.stringify({ reports }) });
  expect(await answer.json()).toEqual({ accepted: reports.length, refused: [] });
}

/** As the page does by itself every few seconds. */
const lookAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
const headline = (page: Page) => page.locator(".headline").innerText();
const wideAs = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
const before = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe("the dashboard in a browser", () => {
  it("opens for a token, which stands in no address and is read by no script", async () => {
    const { page, elsewhere } = await open("/?page=cost", { signedIn: false });
    await page.getByLabel("Token").fill("cox_wrong");
    await page.getByRole("button", { name: "Open" }).click();
    expect(await page.getByRole("alert").innerText()).toBe("Not opened: a valid token is needed.");
    await page.getByLabel("Token").fill(token);
    await page.keyboard.press("Enter");
    await page.getByText("No machine has reported yet").waitFor();
    expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    expect(page.url()).toBe(`${url}/?page=cost`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    await page.reload();
    await page.getByLabel("Token").waitFor();
    expect(elsewhere).toEqual([]);
  });

  it("says what to do without a report, and shows the first one while it is looked at", async () => {
    const { page, errors } = await open();
    expect(await page.locator(".commands code").first().innerText()).toBe(`cox team join ${url}`);
    expect(await nameless(page)).toEqual([]);
    await send(falseDone({ agentModel: null }));
    await lookAgain(page);
    await expect.poll(() => headline(page)).toBe("100% of 1 stop were false “done”s or half-way stops.");
    expect(await page.locator(".column a").count()).toBe(1);
    expect(await page.getByRole("link", { name: /^\(not named\)/ }).count()).toBe(1);
    for (const path of PAGES) {
      await page.goto(url + path);
      await page.locator("h1").waitFor();
      expect(await wideAs(page), path).toBe(0);
    }
    await page.goto(`${url}/?repository=none/such`);
    await page.getByText("No stop in these days fits these filters").waitFor();
    expect(errors).toEqual([]);
  });

  describe("with many reports", () => {
    beforeAll(async () => {
      const usage: Report["usage"] = [
        {
          model: "anthropic/asked",
          operationType: "course-correction",
          inputTokens: 9000,
          outputTokens: 90,
          cachedInputTokens: 0,
          cost: 2.5,
        },
      ];
      const good = Array.from({ length: 60 }, (_, index) => teamReport({ at: before(index / 2), agent: "codex" }));
      const bad = Array.from({ length: 12 }, (_, index) =>
        falseDone({
          at: before(40 - 2 * index),
          repository: "acme/worst",
          machine: "machine-2",
          judge: "model",
          usage,
        }),
      );
      await send(...good, ...bad);
      const marks = bad
        .slice(0, 4)
        .map(({ machine, id }, index) => markOf(machine, id, index === 0 ? "wrong" : "right"));
      await send(...marks);
      await send(teamReport({ machine: "machine-silent", answered: "met" }));
      // What comes in is from now: nobody can wait for days.
      const records = new DatabaseSync(join(home, "team.db"));
      records.prepare("UPDATE machines SET last_at = ? WHERE machine = 'machine-silent'").run(before(9));
      records.close();
      await send(falseDone({ repository: HOSTILE, agentModel: HOSTILE, content: contentOf(HOSTILE_WORDS) }));
    });

    it("answers the five questions of a lead in at most two clicks", async () => {
      const { page, elsewhere, errors } = await open("/?days=90");
      expect(await headline(page)).toContain("The worst repository is acme/worst: 100%.");
      expect(await page.getByRole("link", { name: /^Week of .*%, \d+ of \d+ stops?$/ }).count()).toBeGreaterThan(5);
      await page.getByRole("link", { name: /spent on asking models/ }).click();
      await expect.poll(() => headline(page)).toMatch(/^Asking models cost \$30\.00 in these 90 days/);
      await page.getByRole("link", { name: "Objections" }).click();
      await expect.poll(() => headline(page)).toBe("Of 4 objections that people marked, 1 was a false alarm: 25.0%.");
      await page.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("link", { name: /went silent/ }).click();
      await expect
        .poll(() => headline(page))
        .toMatch(/^1 of 3 machines went silent.* The longest is machine-silent, for 9 days\./);
      expect(await page.locator("tbody tr").first().innerText()).toMatch(/^machine-silent\s+silent for 9 days/);
      expect({ elsewhere, errors }).toEqual({ elsewhere: [], errors: [] });
    });

    it("shows what agents tell of their own sessions and cost, markup and all", async () => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const calls = [1, 3].flatMap((sequence) => promptAndCall({ session: "s", sequence, model: `m${HOSTILE}` }));
      await fetch(`${url}/v1/logs`, { method: "POST", headers, body: asJson(calls) });
      const { page, errors } = await open("/?page=cost");
      const row = page.getByRole("region", { name: "agent’s own telemetry" }).locator("tbody tr");
      expect(await row.allInnerTexts()).toEqual([
        expect.stringMatching(/^m-img src.*claude-code\s+1\s+0\s+2\s.*\$0\.50/s),
      ]);
      // Also of a model of which no stop was reported.
      await page.goto(`${url}/?page=cost&model=${encodeURIComponent(await row.locator("th").innerText())}`);
      await row.first().waitFor();
      expect(errors).toEqual([]);
    });

    it("keeps filters in the address, on every page and on the way back", async () => {
      const { page } = await open("/?days=90");
      await page.getByLabel("Repositories").selectOption({ label: "acme/worst (12)" });
      await expect.poll(() => headline(page)).toMatch(/^100% of 12 stops/);
      expect(page.url()).toBe(`${url}/?days=90&repository=acme%2Fworst`);
      await page.getByRole("link", { name: "Cases" }).click();
      await page.locator(".cases li").first().waitFor();
      expect(await page.locator(".cases li").count()).toBe(12);
      await page.getByLabel("Outcomes").selectOption({ label: "Nothing found" });
      await page.getByText("No stop fits these filters").waitFor();
      await page.goBack();
      await expect.poll(() => page.locator(".cases li").count()).toBe(12);
      await page.locator(".cases a").first().click();
      await expect.poll(() => page.title()).toBe("Objection: Claimed check never ran – Coxswain");
      expect(await page.locator("main").innerText()).toMatch(/Machine\s+machine-2/);
      expect(await page.locator("main").innerText()).toContain("Its machine sent none");
      await page.goto(`${url}/?page=compare&sort=-correctionRate&days=90`);
      await page.locator("tbody th").first().waitFor();
      expect(await page.locator("tbody th").allInnerTexts()).toContain("acme/worst");
      expect(await page.locator("th[aria-sort=descending]").innerText()).toMatch(/^Rate/);
    });

    it("gives every view that it draws as CSV and JSON", async () => {
      const { page } = await open();
      const links = new Set<string>();
      for (const path of [...PAGES, "/?page=cases&case=1", "/?page=compare&by=days", "/?page=compare&by=weeks"]) {
        await page.goto(url + path);
        await page.locator(".downloads a").first().waitFor();
        const found = await page.locator(".downloads a").all();
        for (const each of found) links.add((await each.getAttribute("href")) ?? "");
      }
      const seen = new Set<string>();
      for (const link of links) {
        const answer = await page.request.get(url + link);
        expect(answer.status(), link).toBe(200);
        seen.add(`${new URL(url + link).pathname} ${answer.headers()["content-type"]?.split(";")[0]}`);
      }
      const views =
        "agents cases cases/1 cost days findings health machines models repositories sessions summary weeks";
      const kinds = views
        .split(" ")
        .flatMap((name) => [`/v1/views/${name} application/json`, `/v1/views/${name} text/csv`]);
      expect([...seen].toSorted()).toEqual(kinds.toSorted());
    });

    it("is worked with the keyboard alone, which stays where it is when something new comes", async () => {
      const { page } = await open("/?days=90");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the page");
      const held = () =>
        page.evaluate<string>("document.activeElement.dataset.key ?? document.activeElement.textContent");
      const unmarked: string[] = [];
      for (let count = 0; count < 60 && !(await held()).startsWith("repository="); count += 1) {
        await page.keyboard.press("Tab");
        if (!(await page.evaluate<boolean>(IS_MARKED))) unmarked.push(await held());
      }
      expect(unmarked).toEqual([]);
      expect(await held()).toBe("repository=acme/worst");
      await page.keyboard.press("Enter");
      await expect.poll(() => headline(page)).toMatch(/^100% of 12 stops/);
      expect(await held()).toBe("repository=acme/worst");
      await page.evaluate(`globalThis.told = 0; for (const each of document.querySelectorAll("[role=status]"))
        new MutationObserver(() => (told += 1)).observe(each, { subtree: true, childList: true, characterData: true })`);
      await send(falseDone({ repository: "acme/worst" }));
      await lookAgain(page);
      await expect.poll(() => headline(page)).toMatch(/^100% of 13 stops/);
      expect(await held()).toBe("repository=acme/worst");
      // What changes by itself is not read out over what somebody reads.
      expect(await page.evaluate("told")).toBe(0);
      await page.getByRole("link", { name: "Cost" }).focus();
      await page.keyboard.press("Enter");
      await expect
        .poll(() => page.evaluate("document.activeElement.tagName + document.activeElement.textContent"))
        .toBe("H1Cost");
    });

    it.each([
      ["light", WIDE],
      ["dark", WIDE],
      ["light", PHONE],
    ] as const)("has a name for everything, fits and can be read: %s, %o", async (colorScheme, size) => {
      const { page, errors } = await open("/", { ...size, colorScheme });
      for (const path of [...PAGES, "/?page=cases&case=1"]) {
        await page.goto(url + path);
        await page.locator("h1").waitFor();
        expect(await wideAs(page), path).toBe(0);
        expect(await page.evaluate(FAULTS), path).toEqual([]);
        expect(await nameless(page), path).toEqual([]);
      }
      expect(errors).toEqual([]);
    });

    it("takes what machines send for text, and shows words only where they were sent", async () => {
      const path = `/?page=cases&repository=${encodeURIComponent(HOSTILE)}`;
      const { page, elsewhere, errors } = await open(path);
      await page.locator(".cases a").click();
      await page.locator("blockquote").first().waitFor();
      expect(await page.locator("blockquote").first().innerText()).toBe(HOSTILE_WORDS.replace("\u202e", "\ufffd"));
      expect(await page.title()).toMatch(/^Objection/);
      for (const bad of [
        "from=never",
        "page=__proto__",
        "days=<b>",
        "sort=constructor",
        "case=../../none&page=cases",
      ]) {
        await page.goto(`${url}/?${bad}`);
        await page.locator("h1").waitFor();
      }
      expect(elsewhere).toEqual([]);
      expect(errors.filter((error) => !/status of 40[04]/.test(error))).toEqual([]);
    });
  });
});

function markOf(machine: string, id: string, mark: "right" | "wrong"): Mark {
  return { v: 1, mark, id, machine, at: new Date().toISOString() };
}

function contentOf(words: string): NonNullable<Report["content"]> {
  return { message: words, reason: words, findings: [], receipt: [words] };
}

/** Script for the page: whether what has the keyboard is seen to have it. */
const IS_MARKED = `(({ outlineStyle, outlineWidth }, { top, bottom }) =>
  outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && top >= 0 && bottom <= innerHeight)(
  getComputedStyle(document.activeElement), document.activeElement.getBoundingClientRect())`;

/** Script for the page: markup that was sent, an id that is there twice, and words with too little contrast. */
const FAULTS = `(() => {
  const seen = (each) => each.checkVisibility() && each.getClientRects().length > 0;
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((each) => (each /= 255) <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (each) => {
    const colour = channels(getComputedStyle(each).backgroundColor);
    return colour.length < 4 || colour[3] === 1 ? colour : behind(each.parentElement);
  };
  const pale = [...document.querySelectorAll("body *")].filter((each) => {
    if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) || !seen(each)) return false;
    const [one, other] = [light(channels(getComputedStyle(each).color)), light(behind(each))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 4.5;
  });
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => "twice: " + id),
    ...pale.map((each) => "pale: " + each.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll("body img, body script")].map((each) => "markup: " + each.outerHTML),
    ...(document.querySelectorAll("h1").length === 1 ? [] : ["one h1 is wanted"]),
  ];
})()`;
