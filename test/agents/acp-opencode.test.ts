import { opencodeAcp } from "./acp-programs.ts";
import { describeAcp } from "./describe-acp.ts";

describeAcp(opencodeAcp);
