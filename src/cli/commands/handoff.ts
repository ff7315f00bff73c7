import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type HandoffDraft, createHandoff, draftHandoff } from "../../agent/handoff.ts";
import { remarksOn } from "../../agent/handoff/handoff-message.ts";
import { draftFromPlan } from "../../agent/handoff/plan.ts";
import { openWorkspace } from "../../agent/workspace.ts";
import { composeHandoff, modelOfThread } from "../../compose/handoff.ts";
import { workingWith } from "../../compose/judging.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { callOf } from "../../process/call-of.ts";
import { inTemporaryDirectory } from "../../process/temporary-directory.ts";
import { styleFor, wrap } from "../../show/wrap.ts";
import { usageLine } from "../../show/usage-line.ts";
import { fold } from "../../thread/reducer.ts";
import { NO_USAGE, addUsage } from "../../thread/usage.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { findOwnThread, withKeptStore, withStore, settingsHere } from "../open-store.ts";
import { SETTING_FLAGS } from "../options/parse-options.ts";

type Wishes = Record<"json" | "yes" | "edit", boolean>;

export const command = defineCommand({
  name: "handoff",
  usage: [
    'handoff THREAD "GOAL" [--model PROVIDER/MODEL] [--edit] [--yes] [--json]',
    'handoff --plan FILE [THREAD] ["GOAL"] [--edit] [--yes] [--json]',
  ],
  options: [
    ["THREAD", "the old one: its id, the start of it, or last"],
    ["GOAL", "what the new thread is for"],
    ["--plan FILE", "start with this plan, which must be complete; its links to files become @mentions"],
    ["--model PROVIDER/MODEL", "the model that writes it (default: handoff.model, else the thread's own)"],
    ["--edit", "open the draft in $VISUAL or $EDITOR first"],
    ["--yes", "create the thread without asking"],
    ["--json", "the result as one line of JSON; asks nothing, and without --yes is only a draft"],
  ],
  examples: [
    'cox handoff last "now write the documentation for it"',
    'cox handoff 1a2b3c4d "port the fix to the v2 branch" --edit',
    'cox handoff last "add the tests" --yes --json',
    "cox handoff --plan docs/plan.md",
  ],
  async run({ values, positionals }, io) {
    const [name, ...words] = positionals;
    const goal = words.join(" ").trim();
    if (values.plan !== undefined) {
      if (values.model !== undefined) throw new CoxError("usage", "no model is asked about a plan: leave out --model.");
      needSomebodyToAgree(values, io);
      return handOffPlan(values.plan, { name, goal }, values, io);
    }
    if (name === undefined || goal === "")
      throw new CoxError("usage", "give a THREAD and a GOAL.", { hint: "See cox handoff --help." });
    needSomebodyToAgree(values, io);
    const overrides = values.model === undefined ? {} : { "handoff.model": values.model };
    const { config } = settingsHere(io, { overrides, flags: SETTING_FLAGS });
    return withKeptStore(config, async (store) => {
      const { id } = await findOwnThread(store, name);
      const thread = { ...fold((await store.read(id)).map(({ delta }) => delta)), id };
      const settings = { config, env: io.env, cwd: io.cwd };
      const used = await modelOfThread(thread, store);
      const parts = await composeHandoff(used === undefined ? settings : workingWith(settings, used), store, thread);
      const drafted = await draftHandoff(parts, thread, goal, io.signal);
      if (!drafted.ok) {
        const { reason, aborted, usage } = drafted;
        const told = { type: "error", code: "handoff.failed", message: reason, created: false, from: id, goal, usage };
        if (values.json) io.out(jsonLine(told));
        io.err(`cox handoff: nothing was created. ${neutralise(reason)}\n`);
        return aborted ? EXIT_CANCELLED : EXIT_FAILED;
      }
      const agreed = await agree(drafted.draft, values, io);
      if (!agreed.yes) return finish(agreed.draft, undefined, values.json, io);
      return finish(agreed.draft, await createHandoff(parts, agreed.draft), values.json, io);
    });
  },
});

function needSomebodyToAgree({ yes, json }: Wishes, io: Io): void {
  if (yes || json || io.ask) return;
  throw new CoxError("usage", "there is nobody to ask.", {
    hint: "Add --yes to create the thread, or --json to get a draft of it.",
  });
}

/** Starts a thread with a plan. Nobody is asked but the person: what the plan lacks can be seen without a model. */
async function handOffPlan(
  path: string,
  { name, goal }: { readonly name: string | undefined; readonly goal: string },
  wishes: Wishes,
  io: Io,
): Promise<number> {
  const { config } = settingsHere(io);
  return withStore(config, async (store) => {
    const from = name === undefined ? undefined : await findOwnThread(store, name);
    const workspace = await openWorkspace(from?.cwd ?? io.cwd);
    const drafted = await draftFromPlan({
      path: resolve(io.cwd, path),
      workspace,
      maxFiles: config.handoff.maxFiles,
      ...(from ? { from: from.id } : {}),
      ...(goal === "" ? {} : { goal }),
    });
    if (!drafted.ok) return incomplete(path, drafted.problems, wishes.json, io);
    const { yes, draft } = await agree(drafted.draft, wishes, io);
    return finish(draft, yes ? await createHandoff({ store, workspace }, draft) : undefined, wishes.json, io);
  });
}

function incomplete(path: string, problems: readonly string[], json: boolean, io: Io): number {
  const message = `The plan ${path} is not complete.`;
  if (json) io.out(jsonLine({ type: "error", code: "handoff.plan", message, problems, created: false }));
  const told = problems.slice(0, MAX_PROBLEMS).map((problem) => `  ${problem}\n`);
  if (problems.length > told.length) told.push(`  And ${problems.length - told.length} more.\n`);
  io.err(neutralise(`cox handoff: nothing was created. ${message}\n${told.join("")}`));
  return EXIT_FAILED;
}

const MAX_PROBLEMS = 10;

/** Shows the draft until the person says yes or no. If nobody can be asked, the answer is no. */
async function agree(first: HandoffDraft, { json, yes, edit }: Wishes, io: Io) {
  let draft = first;
  if (edit) {
    const edited = await editText(draft.message, io);
    if (!edited.ok) throw new Error(`${edited.reason} Nothing was created.`);
    draft = { ...draft, message: edited.text };
  }
  if (!json) io.out(preview(draft, io));
  if (draft.message.trim() === "") return { yes: false, draft };
  if (yes || json || !io.ask) return { yes, draft };
  for (;;) {
    const answer = (await io.ask("Create this thread? [y]es, [n]o, [e]dit: "))?.trim().toLowerCase();
    if (answer === "y" || answer === "yes") return { yes: draft.message.trim() !== "", draft };
    if (answer === undefined || answer === "n" || answer === "no") return { yes: false, draft };
    if (answer !== "e" && answer !== "edit") continue;
    const edited = await editText(draft.message, io);
    if (edited.ok) draft = { ...draft, message: edited.text };
    else io.err(`${edited.reason}\n`);
    io.out(preview(draft, io));
  }
}

function preview(draft: HandoffDraft, io: Io): string {
  const style = styleFor(io.color);
  const totals = draft.usage.reduce(addUsage, NO_USAGE);
  const spent = usageLine({ handoff: totals });
  const told = [
    ...(draft.from === undefined ? [] : [`from thread ${draft.from.slice(0, 8)}`]),
    ...(draft.model === undefined ? [] : [`written by ${draft.model}`]),
  ];
  const cost = spent === "" ? "" : ` · ${spent}`;
  return `${[
    ...(told.length > 0 ? [style.dim(`${told.join(" · ")}${cost}`), ""] : []),
    ...wrap(neutralise(draft.message), Math.max(20, io.columns)),
    "",
    ...remarksOn(draft).map((remark) => style.dim(neutralise(remark))),
  ].join("\n")}\n`;
}

function finish(draft: HandoffDraft, threadId: string | undefined, json: boolean, io: Io): number {
  if (json) {
    const created = threadId === undefined ? { created: false } : { created: true, threadId };
    io.out(jsonLine({ ...created, ...draft }));
  } else if (threadId !== undefined) {
    io.out(`Thread ${threadId} was created. Go on with: cox run --resume ${threadId}\n`);
  } else if (draft.message.trim() === "") {
    io.err("Nothing was created: the message is empty.\n");
  } else {
    io.err("Nothing was created.\n");
  }
  return threadId === undefined && io.signal.aborted ? EXIT_CANCELLED : EXIT_DONE;
}

type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Lets the person change a text in their editor. The configured command is started directly, without a shell. */
async function editText(text: string, io: Pick<Io, "env">): Promise<Edited> {
  const [program = "", ...args] = editorCommand(io.env);
  return inTemporaryDirectory("edit", async (directory): Promise<Edited> => {
    const file = join(directory, "message.md");
    try {
      await writeFile(file, `${text}\n`, { mode: 0o600 });
      const code = await runEditor(program, [...args, file], io.env);
      if (code !== 0) return { ok: false, reason: `The editor "${program}" ended with ${code ?? "a signal"}.` };
      return { ok: true, text: (await readFile(file, "utf8")).trimEnd() };
    } catch (error) {
      const why = describeError(error);
      return { ok: false, reason: `The editor "${program}" could not be used: ${why}. Set VISUAL or EDITOR.` };
    }
  });
}

/** Words, with quotes around those that hold spaces: `code --wait`, `"/Applications/My Editor" -w`. */
function editorCommand(env: Io["env"]): string[] {
  const fallback = process.platform === "win32" ? "notepad" : "vi";
  const command = [env["VISUAL"], env["EDITOR"], fallback].find((value) => value !== undefined && value.trim() !== "");
  const words = (command ?? fallback).match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
}

function runEditor(program: string, args: readonly string[], env: Io["env"]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const { file, parameters, options } = callOf([program, ...args], env);
    const editor = spawn(file, parameters, { ...options, stdio: "inherit" });
    editor.once("error", reject);
    editor.once("exit", resolve);
  });
}
