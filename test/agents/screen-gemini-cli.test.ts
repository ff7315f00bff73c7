import { geminiCli } from "./programs/gemini-cli.ts";
import { describeScreen } from "./screen/describe-screen.ts";

describeScreen(geminiCli);
