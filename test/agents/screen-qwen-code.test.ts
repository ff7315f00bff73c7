import { qwenCode } from "./programs/qwen-code.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(qwenCode);
