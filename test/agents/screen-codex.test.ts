import { codex } from "./programs/codex.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(codex);
