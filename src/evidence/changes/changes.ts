import type { Change } from "../../thread/action.ts";
import type { Step } from "../../thread/thread.ts";
import { onlyCommentsDiffer } from "./comments.ts";
import { sameButLayout } from "./layout.ts";
import { extensionOf, type FileRole, placedPath, roleOf } from "./paths.ts";
import { expression } from "../../patterns/expression.ts";
import { rememberingEach } from "../remembering.ts";

/** How much a change can alter what a program does. `unknown` when the record shows no text. */
export type ChangeMeaning = "behaviour" | "comment" | "layout" | "unknown";

/** One change to one file that really happened, in the order of the turn. */
export interface FileChange {
  readonly step: number;
  /** Relative to the workspace, or absolute outside of it: one spelling for each file, whoever names it. */
  readonly path: string;
  readonly type: Change["type"];
  readonly role: FileRole;
  readonly meaning: ChangeMeaning;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
  /** Where a moved file came from. */
  readonly from: string | undefined;
  /** True when a shell command made the change rather than an edit tool. */
  readonly shell: boolean;
  /** True when git put an older state back: nothing new was written. */
  readonly restored: boolean;
  /** True when the command that makes the change may not have run. */
  readonly perhaps: boolean;
}

/** The changes of steps that succeeded; those without a path are left out, nothing can be said about them. */
export function changesOf(steps: readonly Step[], workspace?: string): FileChange[] {
  return steps.flatMap((step) =>
    step.action.changes.length > 0 && succeeded(step) ? stepChanges(step, workspace) : [],
  );
}

export function succeeded(step: Step): boolean {
  return step.result?.status === "done" && !(step.tool.startsWith("mcp__") && REFUSED.test(step.result.output));
}

/** MCP tools that edit files may say in words that they did nothing, and not every host sees a failure in that. */
const REFUSED = expression("i")`
  ^\W{0,20}(?:
    (?:mcp )?error\b|access denied|permission denied|failed|could not|cannot|unable to|invalid
    |(?:\w+ ){0,3}not found\b|no (?:exact )?(?:match|occurrence)
  )
`;

const stepChanges = rememberingEach((step: Step, workspace: string | undefined): readonly FileChange[] => {
  const restored = RESTORES.test(step.action.command ?? "");
  return step.action.changes.flatMap((change) =>
    change.path === undefined ? [] : [new StepChange(step, change, change.path, workspace, restored)],
  );
});

/** A change whose meaning is worked out only when somebody asks for it, because that takes reading both texts. */
class StepChange implements FileChange {
  readonly step: number;
  readonly path: string;
  readonly type: Change["type"];
  readonly role: FileRole;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
  readonly from: string | undefined;
  readonly shell: boolean;
  readonly restored: boolean;
  readonly perhaps: boolean;
  #meaning: ChangeMeaning | undefined;

  constructor(step: Step, change: Change, path: string, workspace: string | undefined, restored: boolean) {
    this.step = step.number;
    this.path = placedPath(path, workspace);
    this.type = change.type;
    this.role = roleOf(this.path);
    this.oldText = change.oldText;
    this.newText = change.newText;
    this.from = change.from === undefined ? undefined : placedPath(change.from, workspace);
    this.shell = step.action.command !== undefined;
    this.restored = restored;
    this.perhaps = change.perhaps === true;
  }

  get meaning(): ChangeMeaning {
    return (this.#meaning ??= meaningOf(this));
  }
}

const RESTORES = /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|restore|reset|stash|revert|clean)\b/;

export function meaningOf(change: Pick<FileChange, "type" | "path" | "oldText" | "newText">): ChangeMeaning {
  if (change.type === "delete" || change.type === "move") return "behaviour";
  if (change.newText === undefined) return "unknown";
  if (change.oldText === undefined) return "behaviour";
  if (sameButLayout(change.oldText, change.newText)) return "layout";
  return onlyCommentsDiffer(change.oldText, change.newText, extensionOf(change.path)) ? "comment" : "behaviour";
}

/** What formatters may change: white space, quotes, trailing commas, semicolons, brackets around one expression. */
export function withoutLayout(text: string): string {
  return text.replaceAll(/[\s,;()]+/g, "").replaceAll(/['`]/g, '"');
}
