import { describeAgent } from "./describe-agent.ts";
import { pi } from "./programs/pi.ts";

describeAgent(pi);
