import { z } from "zod";
import { TEAM_ROLES } from "../../core/kernel/actor";
import { getPartnerByCode } from "../../core/partners/queries";
import { inviteUser, resetUser, resetUserSecondFactor } from "../../core/team/invitations";
import { Email } from "../../core/values/text";
import { command } from "../command";
import { ExistingCode, oneOf, PARTNER } from "../fields";
import { renderSetup, Setup, setupOf } from "../shown-once";

const invite = command({
  name: "user invite",
  summary: "invite a user to a partner's team",
  options: [
    PARTNER,
    { name: "email", shown: "EMAIL", about: "email address", isRequired: true },
    { name: "role", shown: "ROLE", about: "owner, developer or viewer", isRequired: true },
  ],
  example: "latchkey user invite --partner acme --email dev@acme.example --role developer",
  input: z.strictObject({ partner: ExistingCode, email: Email, role: oneOf("role", TEAM_ROLES) }),
  output: Setup,
  run: async (call, { partner, ...person }, host) => {
    const { id } = await getPartnerByCode(call, { code: partner });
    return setupOf(host, await inviteUser(call, { partnerId: id, ...person }));
  },
  render: renderSetup,
});

const reset = command({
  name: "user reset",
  summary: "create a password reset link",
  args: [{ field: "email", shown: "EMAIL", about: "email address of the user" }],
  flags: [
    {
      name: "second-factor",
      about: "also turn off two-factor authentication and end all sessions",
    },
  ],
  example: "latchkey user reset ops@example.com --second-factor",
  input: z.strictObject({ email: Email, secondFactor: z.literal("yes").optional() }),
  output: Setup,
  run: async (call, { email, secondFactor }, host) => {
    if (secondFactor) await resetUserSecondFactor(call, { email });
    return setupOf(host, await resetUser(call, { email }));
  },
  render: renderSetup,
});

export const USER_COMMANDS = [invite, reset];
