import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface ActionStep {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export const ACTION_FILE = new URL("../../integrations/github-action/action.yml", import.meta.url);

export function readAction(): Action {
  return parse(readFileSync(ACTION_FILE, "utf8")) as Action;
}

export interface ActionRun {
  readonly code: number;
  /** What all its steps printed, as the log of the job has it. */
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The actions of others that it would have used. */
  readonly used: readonly string[];
}

/** Runs the steps of a composite action as a runner does: expressions put in, a file for each step's outputs, bash. */
export async function runAction(
  directory: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const action = readAction();
  const given = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]));
  const outputs: Record<string, Record<string, string>> = {};
  const known = (expression: string): string => {
    const [scope, ...names] = expression.split(".");
    if (scope === "inputs" && names.length === 1 && names[0] !== undefined && names[0] in given)
      return fill(inputs[names[0]] ?? given[names[0]] ?? "");
    if (scope === "steps" && names[1] === "outputs") return outputs[names[0] ?? ""]?.[names[2] ?? ""] ?? "";
    if (expression === "github.token") return env["JOB_TOKEN"] ?? "";
    throw new Error(`a runner would have to know ${expression}`);
  };
  const value = (expression: string): string =>
    expression
      .split("||")
      .map((part) => known(part.trim()))
      .find((part) => part !== "") ?? "";
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => value(expression.trim()));
  const holds = (condition: string): boolean =>
    condition.split("&&").every((part) => {
      const [, left = "", sign, right] = /^\s*(\S+) (==|!=) '(.*)'\s*$/.exec(part) ?? [];
      return sign === "==" ? known(left) === right : known(left) !== right;
    });

  const temporary = join(directory, "runner-temp");
  const summaryFile = join(directory, "summary.md");
  mkdirSync(temporary, { recursive: true });
  let [code, log] = [0, ""];
  const used: string[] = [];
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.if !== undefined && !holds(step.if)) continue;
    if (step.uses !== undefined) {
      used.push(step.uses);
      continue;
    }
    const [script, outputFile] = [join(directory, `step-${index}.sh`), join(directory, `output-${index}`)];
    writeFileSync(script, fill(step.run ?? ""));
    writeFileSync(outputFile, "");
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text)]));
    const ran = await runStep(script, {
      cwd: directory,
      env: { ...env, RUNNER_TEMP: temporary, GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile, ...own },
    });
    log += ran.log;
    code = ran.code;
    outputs[step.id ?? ""] = Object.fromEntries(
      readFileSync(outputFile, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    if (code !== 0) break;
  }
  return {
    code,
    log,
    summary: existsSync(summaryFile) ? readFileSync(summaryFile, "utf8") : "",
    outputs: Object.fromEntries(Object.entries(action.outputs).map(([name, output]) => [name, fill(output.value)])),
    used,
  };
}

function runStep(
  script: string,
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<{ readonly code: number; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], { cwd, env });
    let log = "";
    const hear = (text: string): void => void (log += text);
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, log }));
    child.stdin.end();
  });
}
