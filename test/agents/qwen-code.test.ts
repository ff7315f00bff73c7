import { describeAgent } from "./describe-agent.ts";
import { qwenCode } from "./programs/qwen-code.ts";

describeAgent(qwenCode);
