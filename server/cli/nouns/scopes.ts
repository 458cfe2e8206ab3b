import { z } from "zod";
import { ScopeSave } from "../../core/scopes/schema";
import { command } from "../command";
import { WholeNumber } from "../fields";
import { tableOr } from "../table";

// Loaded lazily: the help text needs no database client.
const mutations = () => import("../../core/scopes/mutations");

const Time = z.coerce.date();
const Listed = z.object({
  name: z.string(),
  description: z.string(),
  keys: z.int(),
  partners: z.int(),
  createdAt: Time,
  createdBy: z.string(),
  updatedAt: Time,
  isBeingRemoved: z.boolean(),
});
const Saved = z.object({ name: z.string(), description: z.string() });

const NAME = {
  shown: "NAME",
  about: "name of the scope, for example orders:read",
  is: ScopeSave.shape.name,
};
const DESCRIPTION = {
  shown: "TEXT",
  about: "what it grants, for partners and the public API documentation",
  is: ScopeSave.shape.description,
};

const list = command({
  name: "scope list",
  summary: "list the scopes of your own API, with the number of active keys that have each",
  output: z.array(Listed),
  run: async (call) => {
    const { listDefinedScopes } = await import("../../core/scopes/holders");
    return listDefinedScopes(call);
  },
  render: tableOr("No scopes yet. Define one with: latchkey scope define", [
    { title: "NAME", cell: ({ name }) => name },
    { title: "KEYS", cell: ({ keys }) => String(keys) },
    { title: "PARTNERS", cell: ({ partners }) => String(partners) },
    {
      title: "DESCRIPTION",
      cell: ({ description, isBeingRemoved }) =>
        isBeingRemoved ? `(being removed) ${description}` : description,
    },
  ]),
});

const define = command({
  name: "scope define",
  summary: "define a scope of your own API, which partners can give to their keys",
  args: { name: NAME },
  options: { description: DESCRIPTION },
  example: 'latchkey scope define orders:read --description "View orders"',
  output: Saved,
  run: async (call, input) => (await mutations()).defineScope(call, input),
  render: ({ name }) => `Defined the scope ${name}.`,
});

const describe = command({
  name: "scope describe",
  summary: "change the description of a scope",
  args: { name: NAME },
  options: { description: DESCRIPTION },
  example: 'latchkey scope describe orders:read --description "View orders and invoices"',
  output: Saved,
  run: async (call, input) => (await mutations()).describeScope(call, input),
  render: ({ name, description }) => `The scope ${name} is now described as: ${description}`,
});

const remove = command({
  name: "scope remove",
  summary: "remove a scope, also from all keys that have it",
  args: { name: NAME },
  options: {
    keys: {
      shown: "N",
      about: "number of active keys that lose it, as shown by `scope list` (default: 0)",
      is: WholeNumber.optional(),
    },
  },
  example: "latchkey scope remove orders:read --keys 12",
  output: z.object({ name: z.string(), keys: z.int(), partners: z.int() }),
  run: async (call, { name, keys = 0 }) => (await mutations()).removeScope(call, { name, keys }),
  render: ({ name, keys, partners }) =>
    keys === 0
      ? `Removed the scope ${name}. No active key had it.`
      : `Removed the scope ${name} from ${keys} active ${keys === 1 ? "key" : "keys"} of ${partners} ${partners === 1 ? "partner" : "partners"}.`,
});

export const SCOPE_COMMANDS = [list, define, describe, remove];
