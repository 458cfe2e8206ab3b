import { z } from "zod";
import type { Ctx } from "../../core/actor";
import { KeyIssue } from "../../core/keys/schema";
import { createPartner, setPartnerStatus, updatePartner } from "../../core/partners/mutations";
import { getPartnerByCode, listPartners, PartnerSearch } from "../../core/partners/queries";
import { Partner, PartnerCreate, PartnerUpdate } from "../../core/partners/schema";
import { Sentence } from "../../core/text";
import { command } from "../command";
import { ABOUT_SCOPES, ExistingCode, Percentage, ScopeList, WholeNumber } from "../fields";
import { IssuedKey, renderIssued, renderSetup, Setup, setupOf } from "../shown-once";
import { listing, table } from "../table";
import { wholeList } from "../whole-list";

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
  options: [{ name: "search", shown: "TEXT", about: "only those whose code or name has this" }],
  input: PartnerSearch.pick({ search: true }),
  output: z.array(Partner.extend({ activeKeys: z.int() })),
  run: (call, { search }) => wholeList((page) => listPartners(call, { search, ...page })),
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
  run: (call, { code }) => getPartnerByCode(call, { code }),
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
  options: [{ name: "reason", shown: "SENTENCE", about: "why; the partner is shown it" }],
  input: ByCode.extend({ reason: Sentence.optional() }),
  output: Partner,
  run: (call, { code, reason }) => setStatus(call, code, "suspended", reason),
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

async function setStatus(
  call: Ctx,
  code: string,
  status: Partner["status"],
  reason?: string,
): Promise<Partner> {
  const { id } = await getPartnerByCode(call, { code });
  return setPartnerStatus(call, { partnerId: id, status, reason });
}

const set = command({
  name: "partner set",
  summary: "change a partner's name, share, cap of keys or notes; what is not named stays",
  args: [CODE],
  options: [
    { name: "name", shown: "NAME", about: "display name" },
    {
      name: "revshare",
      shown: "PCT",
      about: "revenue share in percent, for months yet to be closed",
    },
    { name: "max-keys", shown: "N", about: "active keys that it may have" },
    { name: "notes", shown: "TEXT", about: "for operators' eyes only" },
  ],
  example: "latchkey partner set acme --revshare 22.5",
  input: ByCode.extend({
    name: PartnerUpdate.shape.name,
    revshare: Percentage.optional(),
    maxKeys: WholeNumber.optional(),
    notes: PartnerUpdate.shape.notes,
  }),
  output: Partner.extend({ maxActiveKeys: z.int(), notes: z.string() }),
  run: async (call, { code, name, revshare, maxKeys: maxActiveKeys, notes }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code });
    const wanted = { partnerId, name, revsharePct: revshare, maxActiveKeys, notes };
    return updatePartner(call, PartnerUpdate.parse(wanted));
  },
  render: ({ code, name, revsharePct, maxActiveKeys }) =>
    `Partner ${code} (${name}): ${revsharePct} % share, at most ${maxActiveKeys} active keys.`,
});

export const PARTNER_COMMANDS = [create, list, show, set, suspend, reactivate];
