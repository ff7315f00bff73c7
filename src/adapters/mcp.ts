import * as z from "zod/mini";
import { readThread } from "../hosts/open-transcript.ts";
import { CoxError } from "../text/errors.ts";
import { said } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { type AdapterOptions, createWatch, type Watch, wordsOf } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/** Where the conversation is that the tool is asked about: the tool itself sees only its own call. */
export interface CheckDoneOptions extends AdapterOptions {
  /** The messages so far, where the host is your own program. */
  readonly messages?: () => readonly unknown[] | Promise<readonly unknown[]>;
  /** The path of the host's transcript, where it writes one. */
  readonly transcript?: () => string | Promise<string>;
}

/** The part of an `McpServer` that is used. */
interface ToolServer<Registered> {
  registerTool(
    name: string,
    config: typeof CONFIG,
    answer: (given: { closing: string }) => Promise<ToolAnswer>,
  ): Registered;
}

interface ToolAnswer {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
}

const NAME = "check_done";
const CONFIG = {
  title: "Check before saying that it is done",
  description:
    "Call this once, when all work is finished and before you tell the user so. Give the words that you are about to say.",
  inputSchema: {
    closing: z.string().check(z.maxLength(100_000), z.describe("Your last message to the user, as you will send it.")),
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** The same for every turn without an objection, looked at or not: no agent may take it for a confirmation. */
const NOTHING = "There is nothing to add. This confirms nothing: say what you did and saw, and what you did not.";

/** For hosts without a hook at the end of a turn: the agent asks by itself. Less than a hook, because it may forget to. */
export function registerCheckDone<Registered>(server: ToolServer<Registered>, options: CheckDoneOptions): Registered {
  if (!options.messages && !options.transcript)
    throw new CoxError("usage", "Nothing says where the conversation is.", { hint: "Give messages or transcript." });
  // Being asked is no check of anything, whatever it is called with.
  const watch = createWatch({ ...options, tools: { ...options.tools, [NAME]: "think" } });
  return server.registerTool(NAME, CONFIG, async ({ closing }) => {
    const text = await objectionTo(closing, watch, options).catch(() => undefined);
    return { content: [{ type: "text", text: text ?? NOTHING }] };
  });
}

async function objectionTo(closing: string, watch: Watch, options: CheckDoneOptions): Promise<string | undefined> {
  const { messages, transcript } = options;
  if (messages) {
    return wordsOf(await watch.atMessages([...(await messages()), { role: "assistant", content: closing }]));
  }
  const { thread } = readThread((await transcript?.()) ?? "");
  const told = fold([said("assistant", closing, `${NAME}:${thread.messages.length}`)], thread);
  return wordsOf(await watch.atThread(told));
}
