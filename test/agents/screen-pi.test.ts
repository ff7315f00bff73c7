import { pi } from "./programs/pi.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(pi);
