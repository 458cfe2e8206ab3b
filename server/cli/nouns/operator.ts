import { z } from "zod";
import { inviteOperator } from "../../core/team/service";
import { Email } from "../../core/text";
import { command } from "../command";
import { renderSetup, Setup, setupOf } from "../shown-once";

const create = command({
  name: "operator create",
  summary: "invite someone who runs the platform",
  options: [{ name: "email", shown: "EMAIL", about: "address to sign in with", isRequired: true }],
  example: "latchkey operator create --email ops@example.com",
  input: z.strictObject({ email: Email }),
  output: Setup,
  run: async (call, input, host) => setupOf(host, await inviteOperator(call, input)),
  render: renderSetup,
});

/** What operators do with operators. */
export const OPERATOR_COMMANDS = [create];
