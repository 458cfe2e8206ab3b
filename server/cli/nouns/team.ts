import { TEAM_ROLES } from "../../core/kernel/actor";
import { getPartnerByCode } from "../../core/partners/queries";
import { inviteUser, resetUser, resetUserSecondFactor } from "../../core/team/invitations";
import { Email } from "../../core/values/text";
import { command } from "../command";
import { oneOf, PARTNER } from "../fields";
import { renderSetup, Setup, setupOf } from "../shown-once";

const invite = command({
  name: "user invite",
  summary: "invite a user to a partner's team",
  options: {
    partner: PARTNER,
    email: { shown: "EMAIL", about: "email address", is: Email },
    role: { shown: "ROLE", about: "owner, developer or viewer", is: oneOf("role", TEAM_ROLES) },
  },
  example: "latchkey user invite --partner acme --email dev@acme.example --role developer",
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
  args: { email: { shown: "EMAIL", about: "email address of the user", is: Email } },
  flags: { secondFactor: "also turn off two-factor authentication and end all sessions" },
  example: "latchkey user reset ops@example.com --second-factor",
  output: Setup,
  run: async (call, { email, secondFactor }, host) => {
    if (secondFactor) await resetUserSecondFactor(call, { email });
    return setupOf(host, await resetUser(call, { email }));
  },
  render: renderSetup,
});

export const USER_COMMANDS = [invite, reset];
