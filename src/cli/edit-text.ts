import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError } from "../errors.ts";
import { callOf } from "../process/call-of.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import type { Io } from "./command.ts";

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Lets the person change a text in their editor. The configured command is started directly, without a shell. */
export async function editText(text: string, io: Pick<Io, "env">): Promise<Edited> {
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
