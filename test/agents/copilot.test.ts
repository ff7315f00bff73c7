import { describeAgent } from "./describe-agent.ts";
import { copilot } from "./programs/copilot.ts";

describeAgent(copilot);
