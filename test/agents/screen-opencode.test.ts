import { opencode } from "./programs/opencode.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(opencode);
