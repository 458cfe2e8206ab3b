import { z } from "zod";
import type { Ctx } from "../../core/actor";
import { KeyIssue } from "../../core/keys/schema";
import { Partner, PartnerCreate } from "../../core/partners/schema";
import {
  createPartner,
  getPartnerByCode,
  listPartners,
  setPartnerStatus,
} from "../../core/partners/service";
import { command } from "../command";
import { ABOUT_SCOPES, ExistingCode, Percentage, ScopeList } from "../fields";
import { listing, table } from "../table";
import { IssuedKey, renderIssued } from "./issued-key";
import { renderSetup, Setup, setupOf } from "./setup";

const create = command({
  name: "partner create",
  summary: "make a partner, and with it the login of its owner and its first API key",
  options: [
    { name: "code", shown: "CODE", about: "short unique code, like acme", isRequired: true },
    { name: "name", shown: "NAME", about: "display name", isRequired: true },
    { name: "email", shown: "OWNER", about: "invite this address as the owner" },
    { name: "revshare", shown: "PCT", about: "revenue share in percent (default: 20)" },
    { name: "key", shown: "LABEL", about: "issue a first API key with this label" },
    { name: "scopes", shown: "A,B", about: ABOUT_SCOPES },
  ],
  example:
    'latchkey partner create --code acme --name "Acme Inc" --email ann@acme.example --key Billing --scopes accounts:read,prices:read',
  input: z
    .strictObject({
      code: PartnerCreate.shape.code,
      name: PartnerCreate.shape.name,
      email: PartnerCreate.shape.ownerEmail,
      revshare: Percentage.optional(),
      key: KeyIssue.shape.label.optional(),
      scopes: ScopeList.optional(),
    })
    .refine(({ key, scopes }) => (key === undefined) === (scopes === undefined), {
      error: "--key and --scopes belong together",
    }),
  output: z.object({ partner: Partner, owner: Setup.nullable(), key: IssuedKey.nullable() }),
  run: async (call, input, host) => {
    const { code, name, email, revshare, key: label, scopes } = input;
    const firstKey = label === undefined ? undefined : { label, scopes };
    const wanted = { code, name, revsharePct: revshare, ownerEmail: email, firstKey };
    const { partner, invite, issued } = await createPartner(call, PartnerCreate.parse(wanted));
    const owner = invite && setupOf(host, invite);
    const key = issued && { ...issued.key, key: issued.plaintext };
    return { partner, owner, key };
  },
  render: ({ partner, owner, key }) =>
    [
      `Partner ${partner.code} (${partner.name}) is made.`,
      ...(owner ? [renderSetup(owner)] : []),
      ...(key ? [renderIssued(key)] : []),
    ].join("\n\n"),
});

const list = command({
  name: "partner list",
  summary: "list the partners, newest first",
  input: z.strictObject({}),
  output: z.array(Partner.extend({ activeKeys: z.int() })),
  run: (call) => listPartners(call),
  render: (partners) =>
    partners.length === 0
      ? "There are no partners yet. Make one with: latchkey partner create"
      : table(partners, [
          { title: "CODE", cell: ({ code }) => code },
          { title: "NAME", cell: ({ name }) => name },
          { title: "STATUS", cell: ({ status }) => status },
          { title: "REVSHARE", cell: ({ revsharePct }) => `${revsharePct} %` },
          { title: "CUSTOMERS", cell: ({ userCount }) => userCount },
          { title: "KEYS", cell: ({ activeKeys }) => activeKeys },
        ]),
});

const CODE = { field: "code", shown: "CODE", about: "code of the partner" };
const ByCode = z.strictObject({ code: ExistingCode });

const show = command({
  name: "partner show",
  summary: "show one partner",
  args: [CODE],
  input: ByCode,
  output: Partner,
  run: (call, { code }) => getPartnerByCode(call, code),
  render: (partner) =>
    listing([
      ["code", partner.code],
      ["name", partner.name],
      ["status", partner.status],
      ["revenue share", `${partner.revsharePct} %`],
      ["customers", String(partner.userCount)],
      ["branding", JSON.stringify(partner.branding)],
      ["id", partner.id],
    ]),
});

const suspend = command({
  name: "partner suspend",
  summary: "close a partner's writes, from its next request on; reading stays open",
  args: [CODE],
  input: ByCode,
  output: Partner,
  run: (call, { code }) => setStatus(call, code, "suspended"),
  render: ({ code }) => `Partner ${code} is suspended: writes are refused from now on.`,
});

const reactivate = command({
  name: "partner reactivate",
  summary: "open a suspended partner's writes again",
  args: [CODE],
  input: ByCode,
  output: Partner,
  run: (call, { code }) => setStatus(call, code, "active"),
  render: ({ code }) => `Partner ${code} is active.`,
});

async function setStatus(call: Ctx, code: string, status: Partner["status"]): Promise<Partner> {
  const { id } = await getPartnerByCode(call, code);
  return setPartnerStatus(call, { partnerId: id, status });
}

/** What operators do with partners. */
export const PARTNER_COMMANDS = [create, list, show, suspend, reactivate];
