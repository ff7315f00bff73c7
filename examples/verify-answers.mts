// Any agent that answers can be verified: give the loop your run(prompt, history), and deliver what it gives back.
//   node examples/verify-answers.mts
import { type AnswerRun, createScriptedModel, createVerifier, runVerified } from "coxswain";

// Your agent. This one forgets a colour unless it is told.
const agent: AnswerRun = (prompt) =>
  prompt.includes("yellow") ? "Red, yellow and blue. Done." : "Red and blue. Done.";

// Your verifier's model: createModel("google/gemini-3.1-pro-preview", { keys: … }) in real life.
const reasons = { goal: "three colours", completeness: "", rules: "" };
const model = createScriptedModel("scripted/verifier", {
  decisions: [
    {
      when: { contains: "| Red and blue. Done." },
      input: { ...reasons, verdict: "FAIL", category: "incomplete", feedback: "yellow is missing" },
    },
    { input: { ...reasons, verdict: "PASS", category: null, feedback: null } },
  ],
});

const { answer, attempts, open } = await runVerified("Name the primary colours.", agent, {
  verifier: createVerifier({ models: [model] }),
  rules: [{ path: "AGENTS.md", content: "Answer in one line." }],
  onEvent: (event) => console.log(`${event.type} ${event.attempt}`),
});
console.log(`delivered after ${attempts} attempts: ${answer}${open === undefined ? "" : ` (still open: ${open})`}`);
