import { describeAgent } from "./describe-agent.ts";
import { codex } from "./programs/codex.ts";

describeAgent(codex);
