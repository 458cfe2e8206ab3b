import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { inviteOperator } from "../../core/team/invitations";
import {
  disableOperator,
  enableOperator,
  findOperatorId,
  listOperators,
  removeOperator,
} from "../../core/team/operators";
import { Email } from "../../core/values/text";
import { command } from "../command";
import { renderSetup, Setup, setupOf } from "../shown-once";
import { minute, tableOr } from "../table";

const create = command({
  name: "operator create",
  summary: "invite an operator",
  options: { email: { shown: "EMAIL", about: "email address", is: Email } },
  example: "latchkey operator create --email ops@example.com",
  createsDatabase: true,
  output: Setup,
  run: async (call, input, host) => setupOf(host, await inviteOperator(call, input)),
  render: renderSetup,
});

const Time = z.coerce.date();
const Listed = z.object({
  id: z.string(),
  email: z.string(),
  status: z.enum(["active", "invited", "disabled"]),
  hasSecondFactor: z.boolean(),
  createdAt: Time,
  lastSignedInAt: Time.nullable(),
});

const list = command({
  name: "operator list",
  summary: "list operators",
  output: z.array(Listed),
  run: (call) => listOperators(call),
  render: tableOr("No operators yet. Create one with: latchkey operator create", [
    { title: "EMAIL", cell: ({ email }) => email },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "2FA", cell: ({ hasSecondFactor }) => (hasSecondFactor ? "on" : "off") },
    { title: "LAST SIGN-IN", cell: ({ lastSignedInAt }) => minute(lastSignedInAt) },
  ]),
});

type Verb = {
  name: "disable" | "enable" | "remove";
  summary: string;
  run: (call: Ctx, target: { userId: string }) => Promise<void>;
  done: string;
};

const change = ({ name, summary, run, done }: Verb) =>
  command({
    name: `operator ${name}`,
    summary,
    args: { email: { shown: "EMAIL", about: "email address of the operator", is: Email } },
    example: `latchkey operator ${name} ops@example.com`,
    output: z.object({ email: z.string() }),
    run: async (call, { email }) => {
      await run(call, { userId: await findOperatorId(call, { email }) });
      return { email };
    },
    render: ({ email }) => `${email} ${done}`,
  });

const disable = change({
  name: "disable",
  summary: "disable an operator and end all their sessions (not the last active operator)",
  run: disableOperator,
  done: "was disabled and signed out everywhere.",
});

const enable = change({
  name: "enable",
  summary: "enable a disabled operator",
  run: enableOperator,
  done: "can sign in again.",
});

const remove = change({
  name: "remove",
  summary: "remove an operator (not the last active operator)",
  run: removeOperator,
  done: "was removed and signed out everywhere.",
});

export const OPERATOR_COMMANDS = [create, list, disable, enable, remove];
