import { copilot } from "./programs/copilot.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(copilot);
