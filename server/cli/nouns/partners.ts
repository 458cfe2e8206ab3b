import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { wholeList } from "../../core/kernel/whole-list";
import { KeyIssue } from "../../core/keys/schema";
import {
  createPartner,
  setPartnerStatus,
  terminatePartner,
  updatePartner,
} from "../../core/partners/mutations";
import {
  getPartnerByCode,
  getPartnerFile,
  listPartners,
  PartnerSearch,
} from "../../core/partners/queries";
import { Partner, PartnerCreate, PartnerStatus, PartnerUpdate } from "../../core/partners/schema";
import { Sentence } from "../../core/values/text";
import { command } from "../command";
import {
  ABOUT_SCOPES,
  ExistingCode,
  Percentage,
  ScopeList,
  WholeNumber,
  withBreaks,
} from "../fields";
import { IssuedKey, renderIssued, renderSetup, Setup, setupOf } from "../shown-once";
import { listing, minute, tableOr } from "../table";

const create = command({
  name: "partner create",
  summary: "create a partner, optionally with an owner and a first API key",
  options: {
    code: { shown: "CODE", about: "short unique code, like acme", is: PartnerCreate.shape.code },
    name: { shown: "NAME", about: "display name", is: PartnerCreate.shape.name },
    email: {
      shown: "OWNER",
      about: "email address of the owner to invite",
      is: PartnerCreate.shape.ownerEmail,
      sets: "ownerEmail",
    },
    revshare: {
      shown: "PCT",
      about: "revenue share in percent, until the first term (default: 20)",
      is: Percentage.optional(),
      sets: "revsharePct",
    },
    key: {
      shown: "LABEL",
      about: "create a first API key with this label",
      is: KeyIssue.shape.label.optional(),
    },
    scopes: {
      shown: "A,B",
      about: ABOUT_SCOPES,
      is: ScopeList.optional(),
      sets: "firstKey.scopes",
    },
  },
  example:
    'latchkey partner create --code acme --name "Acme Inc" --email ann@acme.example --key Billing --scopes accounts:read,prices:read',
  createsDatabase: true,
  input: (words) =>
    words.refine(({ key, scopes }) => (key === undefined) === (scopes === undefined), {
      error: "--key and --scopes must be used together.",
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
      `Created partner ${partner.code} (${partner.name}).`,
      ...(owner ? [renderSetup(owner)] : []),
      ...(key ? [renderIssued("API key", key)] : []),
    ].join("\n\n"),
});

/** With the status that operators see. */
const Shown = Partner.extend({ status: PartnerStatus });

const list = command({
  name: "partner list",
  summary: "list the partners, newest first",
  options: {
    search: { shown: "TEXT", about: "filter by code or name", is: PartnerSearch.shape.search },
    status: {
      shown: "STATUS",
      about: "only partners with this status",
      is: PartnerSearch.shape.status,
    },
  },
  output: z.array(Shown.extend({ activeKeys: z.int() })),
  run: (call, filter) => wholeList((page) => listPartners(call, { ...filter, ...page })),
  render: tableOr("No partners found. Create one with: latchkey partner create", [
    { title: "CODE", cell: ({ code }) => code },
    { title: "NAME", cell: ({ name }) => name },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "REVSHARE", cell: ({ revsharePct }) => `${revsharePct}%` },
    { title: "OPEN CUSTOMERS", cell: ({ userCount }) => userCount },
    { title: "KEYS", cell: ({ activeKeys }) => activeKeys },
  ]),
});

const CODE = { shown: "CODE", about: "partner code", is: ExistingCode };

const show = command({
  name: "partner show",
  summary: "show one partner",
  args: { code: CODE },
  // A server of an earlier release does not send them.
  output: Shown.extend({
    suspendedReason: z.string().nullable().default(null),
    terminatedAt: z.coerce.date().nullable().default(null),
  }),
  run: async (call, { code }) =>
    getPartnerFile(call, { partnerId: (await getPartnerByCode(call, { code })).id }),
  render: (partner) =>
    listing([
      ["code", partner.code],
      ["name", partner.name],
      ["status", partner.status],
      ["reason", partner.suspendedReason ?? "-"],
      ["terminated", minute(partner.terminatedAt)],
      ["revenue share", `${partner.revsharePct}%`],
      ["open customers", String(partner.userCount)],
      ["branding", JSON.stringify(partner.branding)],
      ["id", partner.id],
    ]),
});

const suspend = command({
  name: "partner suspend",
  summary: "suspend a partner (read-only access)",
  args: { code: CODE },
  options: {
    reason: { shown: "SENTENCE", about: "reason, visible to the partner", is: Sentence.optional() },
  },
  output: Partner,
  run: (call, { code, reason }) => setStatus(call, code, "suspended", reason),
  render: ({ code }) => `Suspended partner ${code}. It has read-only access now.`,
});

const reactivate = command({
  name: "partner reactivate",
  summary: "reactivate a suspended partner",
  args: { code: CODE },
  output: Partner,
  run: (call, { code }) => setStatus(call, code, "active"),
  render: ({ code }) => `Reactivated partner ${code}.`,
});

const terminate = command({
  name: "partner terminate",
  summary: "terminate a partner for good: read-only access, and what it earned is still paid",
  args: { code: CODE },
  options: {
    reason: { shown: "SENTENCE", about: "reason, visible to the partner", is: Sentence.optional() },
    confirm: {
      shown: "CODE",
      about: "the same code again, because this can't be undone",
      is: z.string(),
    },
  },
  input: (words) =>
    words.refine(({ code, confirm }) => code === confirm, {
      error: "Must be the partner's code.",
      path: ["confirm"],
    }),
  output: Shown,
  run: async (call, { code, reason }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code });
    return terminatePartner(call, { partnerId, reason });
  },
  render: ({ code }) =>
    `Terminated partner ${code}. It has read-only access for good; its months are still closed and paid.`,
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
  summary: "update a partner's name, key limit, transfers, tax note, or notes",
  args: { code: CODE },
  options: {
    name: { shown: "NAME", about: "display name", is: PartnerUpdate.shape.name },
    maxKeys: {
      shown: "N",
      about: "maximum number of active keys",
      is: WholeNumber.pipe(PartnerUpdate.shape.maxActiveKeys.unwrap()).optional(),
      sets: "maxActiveKeys",
    },
    minimumPayout: {
      shown: "N",
      about: "pay no less than this at once, in minor units of any currency (0: everything)",
      is: WholeNumber.pipe(PartnerUpdate.shape.minimumPayout.unwrap()).optional(),
    },
    holdDays: {
      shown: "N",
      about: "days that a payout waits until it is transferred",
      is: WholeNumber.pipe(PartnerUpdate.shape.holdDays.unwrap()).optional(),
    },
    taxNote: {
      shown: "TEXT",
      about: 'text about taxes on statements, with \\n between lines; "" for that of the issuer',
      is: z.string().transform(withBreaks).pipe(PartnerUpdate.shape.taxNote.unwrap()).optional(),
    },
    notes: { shown: "TEXT", about: "internal notes", is: PartnerUpdate.shape.notes },
  },
  example: "latchkey partner set acme --max-keys 100",
  output: Partner.extend({
    maxActiveKeys: z.int(),
    minimumPayout: z.int(),
    holdDays: z.int(),
    taxNote: z.string(),
    notes: z.string(),
  }),
  run: async (call, { code, maxKeys: maxActiveKeys, ...rest }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code });
    return updatePartner(call, { partnerId, maxActiveKeys, ...rest });
  },
  render: ({ code, name, maxActiveKeys, minimumPayout, holdDays, taxNote }) =>
    [
      `Partner ${code} (${name}): at most ${maxActiveKeys} active keys.`,
      `Transfers: at least ${minimumPayout} (minor units), of payouts that are ${holdDays} days old.`,
      `Taxes on statements: ${taxNote.replaceAll("\n", " ") || "the issuer's text"}`,
    ].join("\n"),
});

export const PARTNER_COMMANDS = [create, list, show, set, suspend, reactivate, terminate];
