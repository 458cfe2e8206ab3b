import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { countryName } from "../../core/payout-details/countries";
import { cancelPayoutDetails, revealPayoutDetails } from "../../core/payout-details/mutations";
import { getPayoutDetails, listPayoutDetails } from "../../core/payout-details/queries";
import { PayoutDetailsVersion } from "../../core/payout-details/schema";
import { command } from "../command";
import { ExistingCode } from "../fields";
import { listing, minute, tableOr } from "../table";

const Time = z.coerce.date();
const Version = PayoutDetailsVersion.extend({
  createdAt: Time,
  effectiveAt: Time,
  canceledAt: Time.nullable(),
});
type Version = z.infer<typeof Version>;

const Full = z.object({
  id: z.string(),
  version: z.int(),
  holder: z.string(),
  country: z.string(),
  iban: z.string().nullable(),
  account: z.string().nullable(),
  legalName: z.string(),
  address: z.string(),
  taxNumber: z.string().nullable(),
});

const CODE = { shown: "PARTNER", about: "partner code", is: ExistingCode };

const show = command({
  name: "payout-details show",
  summary: "show where a partner is paid, masked",
  args: { partner: CODE },
  flags: { reveal: "show the details in force in full; the partner's audit log records it" },
  output: z.object({
    inForce: Version.nullable(),
    pending: Version.nullable(),
    /** Only with --reveal. */
    full: Full.nullable(),
  }),
  run: async (call, { partner, reveal }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    const full = reveal ? await revealPayoutDetails(call, { partnerId }) : null;
    const { inForce, pending } = await getPayoutDetails(call, { partnerId });
    return { inForce, pending, full };
  },
  render: ({ inForce, pending, full }) => {
    if (!inForce && !pending) return "No payout details yet.";
    const current = full ? fullText(full) : inForce && maskedText(inForce);
    const parts = [
      current ?? "No payout details are in force.",
      pending && `Used from ${minute(pending.effectiveAt)} (ID ${pending.id}):`,
      pending && maskedText(pending),
    ];
    return parts.filter((part) => part !== null).join("\n");
  },
});

function maskedText(of: Version): string {
  if (!of.isReadable) {
    return "These details can't be read: they were encrypted with another NEXTAUTH_SECRET.";
  }
  return textOf(of);
}

function fullText({ iban, account, ...rest }: z.infer<typeof Full>): string {
  return textOf({ ...rest, account: iban ?? account ?? "" });
}

type Shown = Pick<
  Version,
  "holder" | "account" | "country" | "legalName" | "address" | "taxNumber" | "version"
>;

const oneLine = (text: string) => text.replaceAll("\n", ", ");

function textOf(of: Shown): string {
  return listing([
    ["Account holder", of.holder],
    ["Account", oneLine(of.account)],
    ["Country", countryName(of.country)],
    ["Legal name", of.legalName],
    ["Address", oneLine(of.address)],
    ["Tax number", of.taxNumber ?? "-"],
    ["Version", String(of.version)],
  ]);
}

const history = command({
  name: "payout-details history",
  summary: "list all changes of a partner's payout details, newest first, masked",
  args: { partner: CODE },
  output: z.array(Version),
  run: async (call, { partner }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    return wholeList((page) => listPayoutDetails(call, { partnerId, ...page }));
  },
  render: tableOr("No payout details yet.", [
    { title: "VERSION", cell: ({ version }) => version },
    { title: "ID", cell: ({ id }) => id },
    { title: "STATUS", cell: ({ status }) => status.replace("_", " ") },
    { title: "ACCOUNT", cell: ({ account }) => account || "unreadable" },
    { title: "CHANGED", cell: ({ createdAt }) => minute(createdAt) },
    { title: "BY", cell: ({ createdBy }) => createdBy },
    { title: "USED FROM", cell: ({ effectiveAt }) => minute(effectiveAt) },
    { title: "CANCELED", cell: ({ canceledAt }) => minute(canceledAt) },
  ]),
});

const cancel = command({
  name: "payout-details cancel",
  summary: "cancel the change of a partner's payout details that is not used yet",
  args: { partner: CODE },
  output: Version.nullable(),
  run: async (call, { partner }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    const { pending } = await getPayoutDetails(call, { partnerId });
    return pending && cancelPayoutDetails(call, { partnerId, detailsId: pending.id });
  },
  isFailed: (canceled) => canceled === null,
  render: (canceled) =>
    canceled === null
      ? "No change is pending."
      : `Canceled the change to ${canceled.account}. The details used before are kept.`,
});

export const PAYOUT_DETAILS_COMMANDS = [show, history, cancel];
