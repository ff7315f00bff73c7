import { describeAgent } from "./describe-agent.ts";
import { opencode } from "./programs/opencode.ts";

describeAgent(opencode);
