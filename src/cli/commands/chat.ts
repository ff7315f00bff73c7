import { openAgentSession } from "../../compose/agent-session.ts";
import { offerHandoff } from "../../compose/handoff.ts";
import { workingWith } from "../../compose/judging.ts";
import { AGENT_FLAGS, agentSettings, settingsOfThread } from "../options/parse-options.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_USAGE, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { withKeptStore, withStore, findOwnThread } from "../open-store.ts";

export const command = defineCommand({
  name: "chat",
  usage: ['chat ["MESSAGE"] [OPTIONS]', 'chat --resume THREAD ["MESSAGE"] [OPTIONS]'],
  options: [
    ...AGENT_FLAGS,
    ["--resume THREAD", "go on with a thread where it was worked on: its id, the start of it, or last"],
  ],
  examples: [
    "cox chat",
    'cox chat "why does the importer drop the last line?"',
    "cox chat --resume last --observer google/gemini-3.1-pro-preview",
  ],
  async run({ values, positionals }, io) {
    const missing = whatIsMissing(io);
    if (missing !== undefined) {
      io.err(`cox chat needs ${missing}; without one, use cox run "TASK".\n`);
      return EXIT_USAGE;
    }
    const here = agentSettings(values, io);
    const within = values.resume === undefined ? withStore : withKeptStore;
    return within(here.config, async (store) => {
      const resumed = values.resume === undefined ? undefined : await findOwnThread(store, values.resume);
      const settings = resumed ? settingsOfThread(resumed, here, values, io) : here;
      // Loaded here, because the help of all commands loads this file.
      const { runChat } = await import("../../tui/run-chat.ts");
      const keepModel = values.model === undefined;
      // After a handoff, the new thread keeps the model of the old one.
      let working = settings;
      await runChat({
        async open(emit, id) {
          const thread = id === undefined ? {} : { threadId: id };
          const session = await openAgentSession(working, { store, emit, keepModel, ...thread });
          working = workingWith(settings, session.model);
          return session;
        },
        threadId: resumed?.id,
        message: positionals.join(" ").trim(),
        mode: settings.config.mode,
        color: io.color,
        env: io.env,
        signal: io.signal,
        offerHandoff: (session) => offerHandoff(working, store, () => session.log.thread),
      });
      return io.signal.aborted ? EXIT_CANCELLED : EXIT_DONE;
    });
  },
});

function whatIsMissing({ env, isTerminal }: Io): string | undefined {
  if (env["TERM"] === "dumb") return "a terminal it can draw on (TERM is dumb)";
  return isTerminal && process.stdin.isTTY ? undefined : "a terminal to talk at";
}
