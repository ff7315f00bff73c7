import { claudeCode } from "./programs/claude-code.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(claudeCode);
