import { codexAcp } from "./acp-programs.ts";
import { describeAcp } from "./describe-acp.ts";

describeAcp(codexAcp);
