import { describeNewUser } from "./describe-new-user.ts";
import { claudeCode } from "./programs/claude-code.ts";

describeNewUser({
  program: { ...claudeCode, settings: () => ({}), environment: ({ url }) => ({ ANTHROPIC_BASE_URL: url }) },
  // As behind the gateway of a company: it says who they are, and is no key to ask anybody with.
  withoutLogin: { ANTHROPIC_AUTH_TOKEN: "dummy" },
});
