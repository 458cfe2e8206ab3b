import { z } from "zod";
import { Issuer, IssuerChange } from "../../core/issuer/schema";
import { fail } from "../../core/kernel/errors";
import { command } from "../command";
import { withBreaks } from "../fields";
import { listing, minute } from "../table";

const queries = () => import("../../core/issuer/queries");

const Shown = Issuer.extend({ createdAt: z.coerce.date() });

function textOf(of: z.infer<typeof Shown>): string {
  return listing([
    ["name", of.name],
    ["address", of.address.replaceAll("\n", ", ")],
    ["tax number", of.taxNumber ?? "-"],
    ["email", of.email ?? "-"],
    ["number prefix", of.numberPrefix || "-"],
    ["tax note", of.taxNote?.replaceAll("\n", " ") ?? "-"],
    ["since", minute(of.createdAt)],
  ]);
}

const show = command({
  name: "issuer show",
  summary: "show who issues the statements of new transfers",
  output: z.object({ issuer: Shown.nullable() }),
  run: async (call) => ({ issuer: await (await queries()).getIssuer(call) }),
  render: ({ issuer }) =>
    issuer ? textOf(issuer) : "No issuer has been entered yet. See: latchkey issuer set",
});

const { name, address, taxNumber, email, numberPrefix, taxNote } = IssuerChange.shape;
/** Omitted: as before; empty: none. */
const orNone = (schema: z.ZodType<string | null, string | null>) =>
  z
    .string()
    .transform((text) => (text === "" ? null : withBreaks(text)))
    .pipe(schema)
    .optional();

const set = command({
  name: "issuer set",
  summary: "set who issues the statements of new transfers; omitted options stay as they are",
  options: {
    name: { shown: "TEXT", about: "legal name; required at first", is: name.optional() },
    address: {
      shown: "TEXT",
      about: "address, with \\n between lines; required at first",
      is: z.string().transform(withBreaks).pipe(address).optional(),
    },
    taxNumber: { shown: "TEXT", about: 'VAT or tax number; "" for none', is: orNone(taxNumber) },
    email: { shown: "EMAIL", about: 'email address for questions; "" for none', is: orNone(email) },
    numberPrefix: {
      shown: "TEXT",
      about: 'before the number of each statement; "" for none',
      is: numberPrefix.optional(),
    },
    taxNote: {
      shown: "TEXT",
      about: 'text about taxes, printed as it is; "" for none',
      is: orNone(taxNote),
    },
  },
  example: String.raw`latchkey issuer set --name "Latchkey GmbH" --address "Hauptstr. 1\n10115 Berlin"`,
  output: Shown,
  run: async (call, given) => {
    const before = await (await queries()).getIssuer(call);
    const rest = before
      ? { ...before, version: undefined, createdAt: undefined }
      : { taxNumber: null, email: null, numberPrefix: "", taxNote: null };
    const parsed = IssuerChange.safeParse(JSON.parse(JSON.stringify({ ...rest, ...given })));
    if (!parsed.success) {
      return fail("invalid_request", { message: "Enter --name and --address at first." });
    }
    const { changeIssuer } = await import("../../core/issuer/mutations");
    return changeIssuer(call, parsed.data);
  },
  render: (issuer) => `Statements of new transfers are issued by:\n${textOf(issuer)}`,
});

export const ISSUER_COMMANDS = [show, set];
