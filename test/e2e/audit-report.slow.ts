import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { summarise } from "../../src/audit/summary.ts";
import { NO_ACCOUNT } from "../../src/session/account.ts";
import { writeAuditHome } from "../support/audit-home.ts";
import { LAUNCH_TIMEOUT_MS, launchBrowser, nameless } from "../support/browser.ts";
import { ClaudeSession } from "../support/claude-session.ts";
import { CodexSession } from "../support/codex-session.ts";
import { largeReport, reportOf } from "../support/large-report.ts";
import { runCox } from "./run-cox.ts";

/** A pause that a person would feel. */
const FELT_MS = 200;
const FAILED = " Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n";
const WIDE = { viewport: { width: 1360, height: 900 } };
/** Where the pictures of the documentation go when they are made anew: `COX_PICTURES=docs/images`. */
const PICTURES = process.env["COX_PICTURES"];

let home: string;
let browser: Browser;
let report: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "cox-report-"));
  browser = await launchBrowser();
  writeAuditHome(home);
  report = join(home, "report.html");
  const { code, err } = await runCox(["audit", "--html", report], { cwd: home, env: { HOME: home } });
  if (code !== 0) throw new Error(err);
}, LAUNCH_TIMEOUT_MS);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Scripts for the page are text: its world has other globals than ours. */
const NOTE_LONG_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask", buffered: true });
`;

interface Opened {
  readonly page: Page;
  /** Addresses that were asked for, beside the file itself. */
  readonly requests: string[];
  readonly errors: string[];
}

async function open(file: string, options: BrowserContextOptions = WIDE, hash = ""): Promise<Opened> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  contexts.push(context);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  const url = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) requests.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.addInitScript(NOTE_LONG_TASKS);
  await page.goto(`${url}${hash}`);
  return { page, requests, errors };
}

const count = (page: Page) => page.locator("#count").innerText();
const rows = (page: Page) => page.locator("#rows .row");
const colours = (page: Page, selector: string) =>
  page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => getComputedStyle(each).color))]`,
  );

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate(`for (const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); texts.nextNode();)
    texts.currentNode.data = texts.currentNode.data.replace(${JSON.stringify(home)}, "/home/sam")`);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** A pause that is made on purpose is seen: the measure works. */
async function expectNoticed(page: Page): Promise<void> {
  await page.evaluate("setTimeout(() => { const end = performance.now() + 250; while (performance.now() < end); })");
  await expect.poll(() => page.evaluate<number>("Math.max(0, ...longTasks)")).toBeGreaterThan(200);
}

describe("the report in a browser", () => {
  it("shows the numbers, the charts and the worst turn, and asks nobody for anything", async () => {
    const { page, requests, errors } = await open(report, { ...WIDE, colorScheme: "light" });
    expect(await page.locator(".tile.strong strong").first().innerText()).toMatch(/^\d+$/);
    const counters = await page.locator(".tile.strong strong").allInnerTexts();
    const falseDones = counters.reduce((sum, counter) => sum + Number(counter), 0);
    expect(falseDones).toBeGreaterThan(10);
    expect(await count(page)).toMatch(new RegExp(`^${falseDones} turns of \\d+$`));
    await page.locator("figure").nth(2).waitFor();
    expect(await page.locator(".column[role=button]").count()).toBeGreaterThan(5);
    expect(await page.locator(".tile").last().innerText()).toMatch(/^\$\d+\.\d\d\s+or more spent on them$/);
    expect(await page.locator("#case .case-id").innerText()).toMatch(/^a-[0-9a-f]{10}$/);
    await picture(page, "audit-light");
    expect({ requests, errors }).toEqual({ requests: [], errors: [] });
    expect(await page.locator(".tile").nth(-2).innerText()).toMatch(/^\$\d+\.\d\d\s+or more spent in all$/);
    const told = await page.locator("#spending").innerText();
    expect(told).toMatch(/^The agents used \S+ tokens \(\$\d+\.\d\d and more\); .* \(cox config prices\): .*\.$/);
    const models = page.locator("figure.models .bar");
    expect(await models.count()).toBeGreaterThan(1);
    const name = await models.first().locator(".bar-name").innerText();
    await models.first().click();
    expect(await page.locator("select[aria-label=Model]").inputValue()).toBe(name);
  });

  it("says on the first screen whether claims hold and which turns to look at, also with nothing proven", async () => {
    const target = join(home, "well");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const well = new ClaudeSession().honestTurn().honestTurn("tax").user("Round it.").work("vat").say("Rounded.");
    writeFileSync(join(folder, "a.jsonl"), well.text());
    const file = join(target, "well.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page, errors } = await open(file);
    await page.locator("figure.models").waitFor();
    const tiles = await page.locator(".tile").allInnerTexts();
    expect(tiles.slice(0, 2).map((tile) => tile.replace(/\s+/g, " "))).toEqual([
      "100.0% of 2 claims about checks proven by a run",
      "0 turns proven to be untrue or half-way",
    ]);
    expect(await page.locator(".tile.strong").count()).toBe(0);
    expect(await page.getByText("Nothing to show").count()).toBe(0);
    expect(await page.locator(".claims-column title").allTextContents()).toEqual([
      "2026-W45: 2 claims: 2 proven by a run",
    ]);
    expect(await page.locator("figure.agents .bar").getAttribute("aria-label")).toBe(
      "Claude Code: 2 claims: 2 proven by a run. Show these.",
    );
    await page.getByRole("button", { name: "1 changed code and ran no check" }).click();
    await expect.poll(() => count(page)).toBe("1 turn of 3");
    expect(await page.locator("select[aria-label=Fact]").inputValue()).toBe("untested");
    expect(await rows(page).innerText()).toContain("Round it.");
    expect(errors).toEqual([]);
  });

  it("draws a turn from left to right, each mark leading to its step", async () => {
    const { page } = await open(report);
    await page.locator(".bar", { hasText: "claimed-check-failed" }).click();
    await rows(page).first().click();
    const drawn = page.locator("#case .strip");
    expect(await drawn.getAttribute("aria-label")).toMatch(/^\d+ steps: \d edits?, \d checks?, 1 of them failed$/);
    expect(await drawn.locator(".mark-of").count()).toBe(await page.locator("#case .steps .step").count());
    const failed = drawn.locator(".mark-of.check.bad");
    const [, step] = /^step (\d+):/.exec((await failed.locator("title").textContent()) ?? "") ?? [];
    await failed.click();
    expect(await page.locator(`#step-${step}`).getAttribute("class")).toContain("target");
  });

  it("filters by words, by agent, by finding and by week", async () => {
    const { page } = await open(report);
    const all = await count(page);
    await page.selectOption("select[aria-label=Agent]", "codex");
    const codex = await count(page);
    expect(codex).not.toBe(all);
    expect(await rows(page).first().innerText()).toContain("Codex");
    await page.click("text=Show all");
    await page.fill("#search", "CSV export");
    await expect.poll(() => rows(page).first().innerText()).toContain("CSV export");
    await page.fill("#search", "no such words anywhere");
    await expect.poll(() => count(page)).toMatch(/^0 turns/);
    expect(await rows(page).count()).toBe(0);
    await page.locator(".bar", { hasText: "forbidden-action-done" }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain("Forbidden, done all the same");
    await page.fill("#search", "done all the same");
    await expect.poll(() => count(page)).toMatch(/^[1-9]/);
    await page.fill("#search", "");
    await page.locator(".column[role=button]").first().click();
    // The week that the chart chose is one of the choices, marked like the others, and taken back like them.
    const week = page.locator("select[aria-label=Week]");
    expect(await week.inputValue()).toMatch(/^2026-W\d\d$/);
    expect(await page.locator("select.set").count()).toBe(2);
    const some = await count(page);
    await week.selectOption("");
    expect(await page.locator("select.set").count()).toBe(1);
    expect(await count(page)).not.toBe(some);
  });

  it("calls a project in the list what the filter calls it, and a worktree not by its number alone", async () => {
    const target = join(home, "trees");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const directories = ["/home/sam/code/cli", "/home/sam/code/cli/.worktrees/4", "/home/sam/fork/cli"];
    for (const [index, cwd] of directories.entries()) {
      const session = new ClaudeSession({ session: `s${index}`, cwd }).falseTurn(`file${index}`);
      writeFileSync(join(folder, `${index}.jsonl`), session.text());
    }
    const file = join(target, "trees.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file);
    const options = await page.locator("select[aria-label=Project] option").allTextContents();
    const names = ["cli/.worktrees/4", "code/cli", "fork/cli"];
    expect(options.slice(1).sort()).toEqual(names.map((name) => `${name} (1)`));
    const listed = await page.locator(".row-facts").allInnerTexts();
    expect(listed.flatMap((facts) => facts.split(" · ")[1] ?? []).sort()).toEqual(names);
  });

  it("the proof of a failed run was how its output ended: log lines, and nothing of what failed", async () => {
    const target = join(home, "go");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const log = Array.from({ length: 14 }, (_, line) => `2026/01/23 23:06:12 INFO saved ${line}`).join("\n");
    const failed = "--- FAIL: TestTotal (0.06s)\n    cart_test.go:1804: want 3, got 4";
    const output = `ok\tshop/rate\t(cached)\n${failed}\n${log}\nFAIL\tshop/cart\t3.69s\nok\tshop/tax\t(cached)\nFAIL\n`;
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().bash("go test ./...", output, 1);
    writeFileSync(join(folder, "a.jsonl"), session.say("Done. All tests pass.").text());
    const file = join(target, "go.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file);
    expect(await page.locator(".proof-step pre").innerText()).toMatch(
      /^…\n--- FAIL: TestTotal \(0\.06s\)\n {4}cart_test\.go:1804: want 3, got 4\n[^]*\n…\n.*\nFAIL$/,
    );
  });

  it("says what to type next, to be copied with the keyboard, and asks nobody", async () => {
    const { page, requests, errors } = await open(report);
    const id = await page.locator("#case .case-id").innerText();
    const commands = page.locator("#case .commands");
    expect(await commands.locator("code").allInnerTexts()).toEqual([
      `cox why ${id}`,
      `cox feedback ${id} right`,
      `cox feedback ${id} wrong`,
    ]);
    const button = commands.getByRole("button", { name: `Copy cox feedback ${id} wrong` });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => commands.getByRole("status").last().innerText()).toMatch(/^(?:Copied|Selected)$/);
    expect(await page.evaluate("String(getSelection())")).toBe(`cox feedback ${id} wrong`);
    expect({ requests, errors }).toEqual({ requests: [], errors: [] });
  });

  it("sends nobody to cox why where nothing could be kept", async () => {
    const target = join(home, "unkept");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "a.jsonl"), new ClaudeSession().falseTurn().text());
    writeFileSync(join(target, "file"), "");
    const [file, path] = [join(target, "report.html"), join(target, "file", "coxswain.db")];
    const env = { HOME: target, COX_STORE_PATH: path };
    expect((await runCox(["audit", "--html", file], { cwd: target, env })).code).toBe(0);
    const { page } = await open(file);
    expect(await page.locator("#case .commands code").allInnerTexts()).toEqual([
      `cox check ${join(folder, "a.jsonl")} --turn 1`,
    ]);
  });

  it.each([1360, 390])("is readable at letters twice as large, %d px wide", async (width) => {
    const { page } = await open(report, { viewport: { width, height: 900 }, bypassCSP: true });
    const sizes = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll("p, span, code, strong, h1, h2, h3, h4, select, button, text")]
          .filter((each) => !each.closest("#rows"))
          .map((each) => Number.parseFloat(getComputedStyle(each).fontSize))`,
      );
    await page.locator("figure").nth(3).waitFor();
    const before = await sizes();
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    expect(await sizes()).toEqual(before.map((size) => 2 * size));
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    const tops = async () =>
      Promise.all((await rows(page).all()).slice(0, 3).map(async (row) => (await row.boundingBox())?.y ?? 0));
    const [first = 0, second = 0] = await tops();
    expect(second - first).toBeGreaterThanOrEqual(200);
    await page.focus("#list");
    await page.keyboard.press("End");
    expect(await page.locator("#rows .chosen").isVisible()).toBe(true);
  });

  it("shows beside the list a turn of the list: what was read as long as it is there, else the first", async () => {
    const { page } = await open(report);
    const chosen = () => page.locator("#rows .chosen .row-facts").innerText();
    const beside = () => page.locator("#case").innerText();
    await page.selectOption("select[aria-label=Agent]", "codex");
    expect([await chosen(), await beside()]).toEqual([
      expect.stringContaining("Codex"),
      expect.stringContaining("Codex"),
    ]);
    await rows(page).nth(1).click();
    const read = await page.locator("#case .case-id").innerText();
    await page.selectOption("select[aria-label=Agent]", "");
    expect(await page.locator("#case .case-id").innerText()).toBe(read);
    expect(await chosen()).toContain("Codex");
  });

  it("an address names what stands beside the list, also where the list has to be opened for it", async () => {
    const { page } = await open(report);
    const chosen = () => page.locator("#rows .chosen").innerText();
    const beside = () => page.locator("#case").innerText();
    const address = () => page.evaluate<string>("location.hash");
    await page.selectOption("select[aria-label=Verdict]", "ok");
    await rows(page).first().click();
    const [named, read] = [await address(), await beside()];
    await page.selectOption("select[aria-label=Verdict]", "correct");
    expect(await address()).not.toBe(named);
    await page.fill("#search", "no such words anywhere");
    await expect.poll(beside).toBe("");
    await page.goto("about:blank");
    await page.goto(`${pathToFileURL(report).href}${named}`);
    expect([await address(), await beside()]).toEqual([named, read]);
    expect(await chosen()).toContain("✓");
  });

  it("says first what is wrong, then shows what proves it, with nothing to open", async () => {
    const { page } = await open(report);
    await page.locator(".bar", { hasText: "claimed-check-failed" }).click();
    await rows(page).first().click();
    expect(await page.locator("#case h3").innerText()).toMatch(/^You say ".*", but the last run of the .* failed/);
    expect(await page.locator("#case .kind").innerText()).toMatch(
      /^Something untrue\s+Claimed check failed\s+claimed-check-failed$/,
    );
    const titles = (await page.locator("#case h4").allTextContents()).filter((title) => !title.startsWith("Asked for"));
    expect(titles).toEqual([
      "The proof",
      "Next, in a terminal",
      "What the agent said",
      "What was asked",
      "What the record holds",
      "What happened",
    ]);
    const proof = page.locator(".proof-step").last();
    expect(await proof.locator("code").innerText()).toMatch(/vitest|eslint/);
    expect(await proof.locator("pre").innerText()).toMatch(/failed|error/);
    await expect.poll(async () => (await proof.boundingBox())?.y ?? 900).toBeLessThan(500);
    const [, step = ""] = (await proof.locator(".step-link").innerText()).split(" ");
    const line = /line (\d+)/.exec(await proof.innerText())?.[1];
    expect(await page.locator("#case .where").innerText()).toContain(`.jsonl:${line} `);
    await proof.locator(".step-link").click();
    await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe(`step-${step}`);
  });

  it("shows what an edit took out and put in, each in its colour and with its sign", async () => {
    const { page } = await open(report);
    await page.locator(".bar", { hasText: "forbidden-action-done" }).click();
    await rows(page).first().click();
    const diff = page.locator(".proof-step .diff");
    await expect.poll(() => diff.locator(".added").innerText()).toMatch(/^\+ .*1\.0\.1/);
    expect(await diff.locator(".removed").innerText()).toMatch(/^- .*1\.0\.0/);
    expect(await colours(page, ".proof-step .added")).not.toEqual(await colours(page, ".proof-step .removed"));
    expect(await page.locator("#case .asked mark").innerText()).toContain("Do not touch package.json");
  });

  it("marks the false sentence in long last words and shows what stands around it", async () => {
    const target = join(home, "long");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const around = Array.from({ length: 40 }, (_, line) => `- Point ${line} of what I looked at in the cart`).join(
      "\n",
    );
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing();
    session.say(`Done.\n\n${around}\n\n**All \`vitest\` tests pass** now.\n\n${around}\n\nEnjoy.`);
    writeFileSync(join(folder, "a.jsonl"), session.text());
    const file = join(target, "long.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file);
    const claimed = page.locator("#case .claimed");
    const quote = claimed.locator(".quote").first();
    expect(await quote.locator("mark").innerText()).toMatch(/^All `vitest` tests pass\*\* now\.$/);
    expect((await quote.innerText()).length).toBeLessThan(900);
    expect(await quote.locator("mark").isVisible()).toBe(true);
    await claimed.locator("summary").click();
    await expect.poll(() => claimed.locator(".quote").last().innerText()).toMatch(/^Done\.[^]*Enjoy\.$/);
  });

  it("gives leads a mark of their own, and counts them apart from what is proven", async () => {
    const target = join(home, "leads");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const unsure = new ClaudeSession({ session: "b" }).user("Fix the total in src/rate.ts.").work("rate").passing();
    writeFileSync(join(folder, "a.jsonl"), new ClaudeSession({ session: "a" }).falseTurn().text());
    writeFileSync(
      join(folder, "b.jsonl"),
      unsure.bash("npx vitest run src/old.test.ts", FAILED, 1).say("All tests pass now.").text(),
    );
    writeFileSync(join(folder, "c.jsonl"), new ClaudeSession({ session: "c" }).honestTurn("berth").text());
    const codex = join(target, ".codex", "sessions", "2026", "11", "02");
    mkdirSync(codex, { recursive: true });
    writeFileSync(
      join(codex, "rollout-x.jsonl"),
      new CodexSession({ id: "x", cwd: "/home/sam/shop", at: "2026-11-16T09:00:00.000Z" }).turn("atlas", false).text(),
    );
    const file = join(target, "leads.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page, errors } = await open(file);
    const options = (label: string) => page.locator(`select[aria-label=${label}] option`).allTextContents();
    expect(await options("Verdict")).toEqual(
      expect.arrayContaining(["Objection (1)", "Worth a look (1)", "Nothing found (2)"]),
    );
    const bar = page.locator("figure.findings .bar");
    expect(await bar.locator(".bar-value").innerText()).toBe("1");
    expect((await options("Finding"))[1]).toMatch(/ \(1\)$/);
    await page.click("text=Show all");
    expect((await options("Finding"))[1]).toMatch(/ \(2, 1 of them not proven\)$/);
    await page.selectOption("select[aria-label=Verdict]", "lead");
    expect(await rows(page).count()).toBe(1);
    expect(await rows(page).first().innerText()).toMatch(/◇[^]*Worth a look: Claimed check failed/);
    const beside = await page.locator("#case").innerText();
    expect(beside).toContain("Perhaps: Claimed check failed");
    expect(beside).toContain("Nothing is proven here");
    expect(beside).toMatch(/claimed-check-failed\s+\d\d% sure, 80% would speak/);
    expect(beside).toContain('You say "All tests pass now.", but');
    expect(beside).toContain(`cox check ${join(folder, "b.jsonl")} --turn 1`);
    expect(await page.locator("#case .receipt li").allInnerTexts()).toContainEqual(
      expect.stringMatching(/✗ checks\s*"vitest run src\/old\.test\.ts"[^]*failed[^]*step \d/),
    );
    // Bars and weeks that stand for nothing have nothing to show.
    expect(await page.locator("figure.agents button").count()).toBe(1);
    expect(await page.locator("figure.agents .bar").count()).toBe(2);
    expect(await page.locator(".column[tabindex]").count()).toBe(1);
    expect(await page.locator(".column .without").count()).toBe(1);
    expect(await page.locator(".column .none").count()).toBe(1);
    expect(await page.locator("figure.weeks .legend").innerText()).toMatch(
      /Line: a week without an objection\. Dotted line: a week in which no turn was looked at\.$/,
    );
    expect(errors).toEqual([]);
  });

  it("is no taller than its few turns, and cuts no choice off", async () => {
    const { page } = await open(report);
    await page.fill("#search", "date filter");
    await expect.poll(() => rows(page).first().innerText()).toContain("date filter");
    const height = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;
    await expect.poll(() => height("#list")).toBeLessThan(350);
    await page.click("text=Show all");
    await expect.poll(() => height("#list")).toBeGreaterThan(500);
    const cut = `[...document.querySelectorAll("select.by-verdict, select.by-agent, select.by-model")]
      .filter((select) => select.scrollWidth > select.clientWidth).length`;
    expect(await page.evaluate(cut)).toBe(0);
  });

  it("writes numbers in one way", async () => {
    const OTHERS = { untrue: 0, "half-way": 0, neither: 1500 };
    const none = { looked: 2000, corrected: 1500, opinions: 0, turns: 2000, account: NO_ACCOUNT, byKind: OTHERS };
    const run = { sessions: [], read: { files: 0, bytes: 0 }, known: 0, foreign: [], begun: [], failed: [], left: 0 };
    const { summary } = summarise(run, { threshold: 0.8, costOf: () => undefined });
    const many = {
      ...summary,
      ...none,
      byAgent: [{ name: "codex", ...none }],
      byFinding: [{ name: "test-weakened", corrected: 1500 }],
      byWeek: [{ name: "2026-W01", ...none }],
    };
    const file = join(home, "many.html");
    writeFileSync(file, reportOf([], many, []));
    const { page } = await open(file);
    await page.locator("figure").nth(2).waitFor();
    expect(await page.locator(".tile strong").first().innerText()).toBe("1,500");
    expect(await page.locator(".bar-value").allInnerTexts()).toEqual(["1,500 75.0%", "1,500"]);
    expect(await page.locator(".column title").textContent()).toBe("2026-W01: 1,500 of 2,000 turns, 75.0%");
  });

  it("leads from a claim to the step that contradicts it", async () => {
    const { page } = await open(report);
    await page.locator(".bar", { hasText: "claimed-check-failed" }).click();
    await rows(page).first().click();
    const claim = page.locator(".receipt li.bad", { has: page.locator("q") }).first();
    const link = claim.locator(".step-link").first();
    const step = (await link.innerText()).replace("step ", "");
    await link.click();
    const target = page.locator(`#step-${step}`);
    await expect.poll(() => page.evaluate(`document.activeElement?.id === "step-${step}"`)).toBe(true);
    expect(await target.getAttribute("class")).toContain("target");
    await expect.poll(() => target.isVisible()).toBe(true);
    expect(await target.locator("pre").innerText()).toMatch(/failed|error/);
    expect(await target.locator("pre").isVisible()).toBe(true);
    await expect.poll(async () => (await target.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    expect((await target.boundingBox())?.y).toBeLessThan(900);
    expect(await page.locator(".receipt .badge.bad").count()).toBeGreaterThan(0);
    expect(await page.locator("#case h3").innerText()).toContain("fix it and run it again");
  });

  it("says of each check of a step how it ended, also where there is little room", async () => {
    const target = join(home, "chained");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    const config = "configuration/of/the/whole/workspace/vitest.config.ts";
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work();
    session.bash(`npx tsc --noEmit && npx vitest run --config ${config}`, FAILED, 1).say("Done. All tests pass.");
    writeFileSync(join(folder, "a.jsonl"), session.text());
    const file = join(target, "chained.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await rows(page).first().tap();
    const badges = page.locator(".proof-step .badge");
    expect(await badges.allInnerTexts()).toEqual([
      "exit 1",
      expect.stringMatching(/^"tsc --noEmit": passed/),
      expect.stringMatching(/^"vitest run .*: failed: 11 passed, 1 failed/),
    ]);
    const wide = `[...document.querySelectorAll("#case .badge")]
      .filter((badge) => badge.getBoundingClientRect().right > badge.closest("li, p").getBoundingClientRect().right).length`;
    expect(await page.evaluate(wide)).toBe(0);
  });

  it("gives no model's opinion out for what the record says", async () => {
    const target = join(home, "opinion");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "a.jsonl"), new ClaudeSession().falseTurn().honestTurn("b").text());
    const objection = { needsCorrection: true, message: "you left the second page out", confidence: 0.9, steps: [1] };
    const script = { decisions: [{ when: { tool: "course_correct" }, input: objection }] };
    writeFileSync(join(target, "script.json"), JSON.stringify(script));
    const file = join(target, "opinion.html");
    const args = ["audit", "--observer", "scripted/script.json", "--yes", "--html", file];
    expect((await runCox(args, { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page, errors } = await open(file);
    await page.locator("figure").nth(3).waitFor();
    const byRecord = page.locator("figure", { hasText: "what the record says instead" });
    expect(await byRecord.locator(".bar-name").allInnerTexts()).toEqual([
      expect.stringMatching(/^Claimed check failed\s*claimed-check-failed$/),
    ]);
    expect(await page.locator("#tiles").innerText()).toMatch(
      /^1\s+said something untrue\s+50\.0%\s+of the turns looked at\s+1\s+more on an observer's word alone/,
    );
    expect(await page.locator("select[aria-label=Verdict] option:checked").innerText()).toBe(
      "Objection, or an opinion (2)",
    );
    const apart = "; to 1 more only the observer objects";
    const byAgent = page.locator("figure", { hasText: "By agent" });
    const agent = byAgent.getByLabel(`Claude Code: 1, 50.0% of 2 turns; 1 said something untrue${apart}`);
    expect(await agent.locator(".bar-value").innerText()).toBe("1 50.0% · observer 1");
    expect(await agent.locator(".bar-fill.opinion").count()).toBe(1);
    const week = page.getByLabel(`: 1 of 2 turns, 50.0%${apart}`);
    expect(await week.locator(".mark.opinion").count()).toBe(1);
    expect(await rows(page).first().innerText()).toContain("Claimed check failed");
    expect(await page.locator("#title-proof").textContent()).toBe("The proof");
    await page.locator(".bar", { hasText: "observer's opinion" }).click();
    await expect.poll(() => count(page)).toMatch(/^1 turn of/);
    await rows(page).first().click();
    expect(await page.locator("#title-proof").textContent()).toBe("What it points to");
    expect(await page.locator("#case .kind").innerText()).toBe("The observer's opinion");
    expect(await page.locator("#case .said").innerText()).toContain("The record does not prove it.");
    expect(await page.locator("#case h3").innerText()).toBe("you left the second page out");
    expect(errors).toEqual([]);
  });

  it("can be used with the keyboard alone, and says to a screen reader where it stands", async () => {
    const { page } = await open(report);
    await page.focus("#list");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowDown");
    expect(await page.locator("#list").getAttribute("aria-activedescendant")).toBe("row-3");
    const chosen = page.locator("#row-3");
    expect(await chosen.getAttribute("aria-selected")).toBe("true");
    expect(await chosen.getAttribute("aria-posinset")).toBe("4");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe("case");
    expect(await page.evaluate("location.hash")).toMatch(/^#a-/);
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement?.id")).toBe("list");
    expect(await chosen.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("End");
    const total = (await count(page)).split(" ")[0];
    expect(await page.locator("#rows .chosen").getAttribute("aria-posinset")).toBe(total);
    const named = await page.locator("main").ariaSnapshot();
    expect(named).toMatch(/listbox "Turns"/);
    expect(named).toMatch(/searchbox "Search"/);
    expect(named).toMatch(/combobox "Finding"/);
    expect(named).toMatch(/status/);
    expect(await nameless(page)).toEqual([]);
  });

  it("opens the turn that its address names", async () => {
    const { page } = await open(report);
    await page.focus("#list");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const id = await page.locator("#case .case-id").innerText();
    const { page: other } = await open(report, WIDE, `#${id}`);
    expect(await other.locator("#case .case-id").innerText()).toBe(id);
  });

  it("tells turns apart that have the same number and time, as transcripts without times from one archive", async () => {
    const file = join(home, "alike.html");
    const folder = join(home, "alike");
    mkdirSync(folder, { recursive: true });
    const names = ["cart", "rate"];
    for (const name of names) {
      const lines = new ClaudeSession({ session: `${name}aaaa` }).honestTurn(name).lines();
      const text = lines.map((line) => line.replace(/,"timestamp":"[^"]*"/, "")).join("\n");
      writeFileSync(join(folder, `${name}.jsonl`), `${text}\n`);
      utimesSync(join(folder, `${name}.jsonl`), 1_790_000_000, 1_790_000_000);
    }
    await runCox(["audit", folder, "--html", file], { cwd: home, env: { HOME: home } });
    const { page } = await open(file);
    const addresses = new Set<string>();
    for (const name of names) {
      await rows(page)
        .filter({ hasText: `src/${name}.ts` })
        .click();
      await expect.poll(() => page.locator("#case .asked").innerText()).toContain(`src/${name}.ts`);
      addresses.add(page.url());
    }
    expect(addresses.size).toBe(2);
  });

  it("gives no turn in which nothing was found the colour of an objection", async () => {
    const { page } = await open(report);
    const alarm = await colours(page, ".row-findings");
    await page.selectOption("select[aria-label=Verdict]", "ok");
    expect(await colours(page, ".row-findings")).not.toContain(alarm[0]);
  });

  it("is dark where the system is, and where the person wants it", async () => {
    const background = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const { page: light } = await open(report, { ...WIDE, colorScheme: "light" });
    const { page: dark } = await open(report, { ...WIDE, colorScheme: "dark" });
    expect(await background(light)).toBe("rgb(247, 247, 245)");
    expect(await background(dark)).toBe("rgb(20, 23, 27)");
    await picture(dark, "audit-dark");
    await light.click("#theme");
    await light.click("#theme");
    expect(await background(light)).toBe("rgb(20, 23, 27)");
    expect(await light.locator("#theme").getAttribute("aria-label")).toBe("Colours: dark");
  });

  it("fits a phone: nothing is wider than the screen, and a turn takes the place of the list", async () => {
    const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
    const { page } = await open(report, { ...phone, colorScheme: "light" });
    const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.locator("#list").scrollIntoViewIfNeeded();
    const shade = 'getComputedStyle(document.querySelector(".row.chosen")).backgroundColor';
    expect(await page.evaluate(shade), "no turn is shown, so none looks chosen").toBe("rgba(0, 0, 0, 0)");
    await rows(page).first().tap();
    await expect.poll(() => page.locator("#case").isVisible()).toBe(true);
    expect(await page.locator("#list").isVisible()).toBe(false);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.locator("#case").scrollIntoViewIfNeeded();
    await picture(page, "audit-narrow");
    await page.locator(".back").tap();
    await expect.poll(() => page.locator("#list").isVisible()).toBe(true);
    await rows(page).nth(1).tap();
    await expect.poll(() => page.locator("#case").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("#list").isVisible()).toBe(true);
    expect(await page.evaluate("document.activeElement?.id")).toBe("list");
  });

  it("prints the numbers, the list and what matters of every case, also from a dark screen with ink for white paper", async () => {
    const { page } = await open(report);
    await page.selectOption("select[aria-label=Agent]", "codex");
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    const texts = "#printed p, #printed code, #rows span";
    const ink = await colours(page, texts);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await colours(page, texts)).toEqual(ink);
    const total = Number((await count(page)).split(" ")[0]);
    expect(total).toBeGreaterThan(1);
    expect(await rows(page).count()).toBe(total);
    const printed = page.locator(".printed-case");
    expect(await printed.count()).toBe(total);
    for (const each of await printed.all()) {
      expect(await each.locator("h3").isVisible()).toBe(true);
      expect(await each.locator(".proof-step pre").first().isVisible()).toBe(true);
      expect(await each.locator(".step").count()).toBeGreaterThan(3);
    }
    // Nothing can be opened or pressed on paper, and what proves it stands there once.
    expect(await printed.locator("details").count()).toBe(0);
    expect(await printed.getByRole("button").count()).toBe(0);
    expect(await printed.locator(".steps pre").count()).toBe(0);
    expect(await printed.locator(".commands").first().innerText()).toContain("cox why a-");
    // What is open on the screen is one of them, and no name is given twice.
    expect(await page.locator("#case").isVisible()).toBe(false);
    expect(await printed.locator("[id], a").count()).toBe(0);
    expect(await page.locator("#filters").isVisible()).toBe(false);
    const style = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);
    expect(await style(".bar-fill", "printColorAdjust")).toBe("exact");
    expect(Number.parseFloat(String(await style(".proof-step", "borderTopWidth")))).toBeGreaterThan(0);
    const tiles = await page.locator(".tile").all();
    const tops = await Promise.all(tiles.map(async (tile) => (await tile.boundingBox())?.y));
    const lengths = [...Map.groupBy(tops, (top) => top).values()].map((row) => row.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(Math.max(...lengths) - 1);
    // No number and no word is broken for want of room.
    const heights = await Promise.all(
      (await page.locator(".tile strong").all()).map(async (number) => (await number.boundingBox())?.height),
    );
    expect(new Set(heights).size).toBe(1);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await printed.count()).toBe(0);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });

  it("four cases took twenty-five pages, one of them with nothing but a row of the list", async () => {
    const file = join(home, "printed.html");
    writeFileSync(file, largeReport(20));
    const { page } = await open(file);
    expect(await count(page)).toBe("5 turns of 20");
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(6);
  });

  it("prints ten cases on at most eight pages", async () => {
    const target = join(home, "ten");
    writeAuditHome(target, 14);
    const file = join(target, "ten.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file);
    expect(await count(page)).toBe("10 turns of 53");
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(8);
  });

  it("an empty home has no charts of nothing, but says at the top what was looked for", async () => {
    const target = join(home, "nobody");
    mkdirSync(target);
    const file = join(target, "report.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page, errors } = await open(file);
    expect(await page.locator("#heads").innerText()).toMatch(/^No transcripts were found\. /);
    expect(await page.locator("main").isVisible()).toBe(false);
    expect(await page.locator("#notes li").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("prints an open turn of which no case is kept", async () => {
    const { page } = await open(report);
    await page.selectOption("select[aria-label=Verdict]", "ok");
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#case").isVisible()).toBe(true);
    const clipped = await page.evaluate(
      "document.querySelector('#case').scrollHeight - document.querySelector('#case').clientHeight",
    );
    expect(clipped).toBeLessThanOrEqual(1);
  });

  it("does not ask paper to choose a turn", async () => {
    const { page } = await open(report, { viewport: { width: 600, height: 900 } });
    expect(await page.locator("#case").innerText()).toBe("");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#case").isVisible()).toBe(false);
  });

  it("has a place for every week, also for those without a turn", async () => {
    const target = join(home, "weeks");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    for (const [name, at] of Object.entries({ old: "2025-12-22T09:00:00.000Z", new: "2026-01-12T09:00:00.000Z" }))
      writeFileSync(join(folder, `${name}.jsonl`), new ClaudeSession({ session: name, at }).falseTurn(name).text());
    const file = join(target, "weeks.html");
    expect((await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } })).code).toBe(0);
    const { page } = await open(file);
    await page.locator(".column").first().waitFor();
    const weeks = await page.locator(".column title").allTextContents();
    expect(weeks.map((title) => title.split(",")[0])).toEqual([
      "2025-W52: 1 of 1 turn",
      "2026-W01: no turns looked at",
      "2026-W02: no turns looked at",
      "2026-W03: 1 of 1 turn",
    ]);
    expect(await page.locator("figcaption").first().innerText()).toMatch(/ by week$/);
    expect(await page.locator("figure.weeks .legend").innerText()).toBe(
      "Dashed bar: a week with fewer than 5 turns. Dotted line: a week in which no turn was looked at.",
    );
    expect(await page.locator(".column .without").count()).toBe(2);
    expect(await page.locator(".column[tabindex]").count()).toBe(2);
  });

  it("draws what happened also where it is long ago, and a week of few turns as such", async () => {
    const week = (name: string, looked: number, corrected: number) => ({
      name,
      looked,
      corrected,
      turns: looked,
      opinions: 0,
      account: NO_ACCOUNT,
      byKind: { untrue: corrected, "half-way": 0, neither: 0 },
    });
    const run = { sessions: [], read: { files: 0, bytes: 0 }, known: 0, foreign: [], begun: [], failed: [], left: 0 };
    const { summary } = summarise(run, { threshold: 0.8, costOf: () => undefined });
    const drawn = async (byWeek: readonly ReturnType<typeof week>[]) => {
      const file = join(home, "long-ago.html");
      writeFileSync(file, reportOf([], { ...summary, turns: 41, corrected: 1, byWeek }, []));
      const { page } = await open(file);
      await page.locator("figure").first().waitFor();
      return page;
    };
    const old = await drawn([week("2024-W10", 40, 2), week("2024-W11", 0, 0), week("2026-W40", 1, 1)]);
    expect(await old.locator(".column title").allTextContents()).toEqual([
      "2024-W10: 2 of 40 turns, 5.0%",
      "133 weeks: no turns looked at",
      "2026-W40: 1 of 1 turn, 100.0%",
    ]);
    expect(await old.locator(".column .mark.few").count()).toBe(1);
    expect(await old.locator(".plot .axis.end").nth(2).textContent()).toBe("5%");
    expect(await old.locator("figcaption").first().innerText()).toBe("Over time rate of objections by week");
    expect(await old.locator("figure.weeks .legend").innerText()).toBe(
      "Dashed bar: a week with fewer than 5 turns, cut off at the top. Dotted line: a week in which no turn was looked at, or several such weeks where “…” stands over it.",
    );
    const many = Array.from({ length: 30 }, (_, at) => week(`2026-W${String(at + 10)}`, 10, 1));
    const long = await drawn(many);
    expect(await long.locator(".column").count()).toBe(26);
    expect(await long.locator("figcaption").first().innerText()).toBe(
      "Over time rate of objections by week, the last 26 (not shown: 4 objections before them)",
    );
  });

  it("shows what the person marked, in the list, the case, the number and a filter", async () => {
    const target = join(home, "marks");
    const folder = join(target, ".claude", "projects", "p");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "a.jsonl"), new ClaudeSession().falseTurn().falseTurn("tax").text());
    const file = join(target, "marks.html");
    const made = async (...args: string[]) => {
      const { code, out } = await runCox(args, { cwd: target, env: { HOME: target } });
      expect(code).toBe(0);
      return out;
    };
    const before = JSON.parse(await made("audit", "--html", file, "--json")) as { cases: { id: string }[] };
    const { page: unmarked } = await open(file);
    expect(await unmarked.locator("select[aria-label=Mark]").count()).toBe(0);
    expect(await unmarked.locator(".tile.strong span").innerText()).toBe("said something untrue");
    const id = before.cases[1]?.id ?? "";
    await made("feedback", id, "wrong", "of <b>another</b> branch");
    await made("audit", "--html", file);
    const { page } = await open(file, WIDE, `#${id}`);
    expect(await page.locator(".said-of-it").allInnerTexts()).toEqual(["you marked this wrong"]);
    expect(await page.locator("#case .marked").innerText()).toMatch(/you marked this wrong.*of <b>another<\/b> branch/);
    expect(await page.locator(".tile.strong span").innerText()).toBe(
      "said something untrue; you marked 1 wrong, still counted here",
    );
    expect(await page.locator("select[aria-label=Mark] option").allTextContents()).toEqual(
      expect.arrayContaining(["You marked wrong (1)", "Not marked (1)"]),
    );
    await page.selectOption("select[aria-label=Mark]", "none");
    expect(await rows(page).count()).toBe(1);
    expect(await page.locator(".said-of-it").count()).toBe(0);
  });

  it("takes hostile text for text: nothing runs, nothing breaks, nothing leaves", async () => {
    const evil = [
      "</script><script>globalThis.hacked=1</script>",
      "<img src=https://evil.example/x onerror=globalThis.hacked=2>",
      "<!--<script>",
      "<!-- script -->${globalThis.hacked=3}{{policy}}$&$`",
      "\u202Etxt.exe\u0000\u001b[31m\u2028\u2029",
      '" onmouseover="globalThis.hacked=4" x="',
      "javascript:globalThis.hacked=5",
    ].join(" ");
    const target = join(home, "evil");
    const folder = join(target, ".claude", "projects", "evil");
    mkdirSync(folder, { recursive: true });
    const session = new ClaudeSession({ cwd: `/home/${evil}`, model: evil });
    session
      .user(`Fix src/cart.ts. ${evil}`)
      .work(evil)
      .bash(
        `npx vitest run # ${evil}`,
        `${evil}\n Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n`,
        1,
      )
      .say(`${evil}\n\nDone. All tests pass. ${evil}`);
    writeFileSync(join(folder, "evil.jsonl"), session.text());
    const file = join(target, "evil.html");
    const { code } = await runCox(["audit", "--html", file], { cwd: target, env: { HOME: target } });
    expect(code).toBe(0);
    const { page, requests, errors } = await open(file);
    expect(await rows(page).first().innerText()).toContain("</script><script>globalThis.hacked=1</script>");
    await rows(page).first().click();
    expect(await page.locator("#case .asked").innerText()).toContain("<img src=https://evil.example/x");
    for (const link of await page.locator(".step-link").all()) await link.click();
    await page.locator("summary").last().click();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await page.locator("img, iframe, [onerror], [onmouseover]").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(3);
    expect(await page.locator("body").innerText()).not.toMatch(/[\u202e\u0000\u001b]/);
    expect({ requests, errors }).toEqual({ requests: [], errors: [] });
  });

  it("lets no other script in, even if one got into the page", async () => {
    const { page } = await open(report);
    const ran = await page.evaluate(`(async () => {
      const script = document.createElement("script");
      script.textContent = "globalThis.intruder = true";
      document.body.append(script);
      const blocked = new Promise((resolve) => addEventListener("securitypolicyviolation", resolve, { once: true }));
      const image = new Image();
      image.src = "https://example.com/pixel.png";
      document.body.append(image);
      await blocked;
      return globalThis.intruder ?? "nothing";
    })()`);
    expect(ran).toBe("nothing");
  });

  it("opens and filters 5,000 turns without a pause that a person would feel", async () => {
    const file = join(home, "large.html");
    writeFileSync(file, largeReport(5000));
    let longest = Infinity;
    // The machine may be busy with other things; a page that is slow by itself is slow every time.
    for (let attempt = 0; attempt < 5 && longest >= FELT_MS; attempt += 1) {
      const { page } = await open(file);
      // By its class: to find a button by its text, Playwright reads 9 MB of texts in the page, in a task of its own.
      const showAll = () => page.click("button.reset");
      expect(await count(page)).toBe("1,250 turns of 5,000");
      await showAll();
      expect(await count(page)).toBe("5,000 turns of 5,000");
      expect(await rows(page).count()).toBeLessThan(40);
      expect(await page.locator("figcaption").first().innerText()).toContain("by week, the last 26");
      await page.fill("#search", "list of 3");
      await expect.poll(() => count(page)).not.toMatch(/^5,000/);
      await page.selectOption("select[aria-label=Agent]", "codex");
      await showAll();
      await page.evaluate('document.querySelector("#list").scrollTo({ top: 200_000 })');
      await expect
        .poll(async () => Number(await rows(page).first().getAttribute("aria-posinset")))
        .toBeGreaterThan(1900);
      await rows(page).first().click();
      const tasks = await page.evaluate<number[]>("longTasks");
      longest = Math.min(longest, Math.max(0, ...tasks));
      if (attempt === 0) await expectNoticed(page);
    }
    expect(longest).toBeLessThan(FELT_MS);
  }, 120_000);
});
