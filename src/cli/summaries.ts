/** One line for each command in `cox --help`, in its order. Kept here so that the help loads no command. */
export const SUMMARIES = {
  demo: "Watch a false “Done!” being caught, in a temporary workspace. Needs no key.",
  check: "Judge what an agent claimed, from its transcript.",
  audit: "Find the false “done”s in the transcripts on this machine.",
  why: "Explain one decision: what was seen, concluded, said and spent.",
  feedback: "Say whether a decision was right or wrong.",
  stats: "What was corrected, what came of it, how often it was wrong, and what it cost.",
  watch: "Follow the agents at work on this machine. When one stops, show what is proven.",
  run: "Have our own agent do a task, and watch it.",
  chat: "Talk with our own agent at the terminal; it is watched.",
  verify: "Run the project's own checks: build, types, tests, lint.",
  heartbeat: "Wake our own agent at intervals, to do the work listed in HEARTBEAT.md.",
  threads: "List the threads of our own agent, or show one.",
  handoff: "Start a new thread with what matters of an old one.",
  usage: "What the model calls cost, by day, model and purpose.",
  prompt: "Show exactly what an observer model would be sent. Sends nothing.",
  forget: "Delete what Coxswain keeps on this machine.",
  config: "Show the settings in force here, and where each came from.",
  doctor: "Say what works, what does not, and how to mend it. Changes nothing.",
  acp: "Watch an ACP agent, from between it and its editor.",
  install: "Have Coxswain watch the agents on this machine.",
  uninstall: "Take Coxswain out of the agents again, and restore their settings.",
  hook: "Answer an agent's hook. Called by agents; cox install sets it up.",
} as const;

export type CommandName = keyof typeof SUMMARIES;
