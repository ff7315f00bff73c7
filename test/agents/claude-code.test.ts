import { describeAgent } from "./describe-agent.ts";
import { claudeCode } from "./programs/claude-code.ts";

describeAgent(claudeCode);
