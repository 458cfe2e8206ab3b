import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { Payout } from "../../core/payouts/schema";
import {
  DUE_REASONS,
  MAX_TRANSFERS,
  Transfer,
  TransferStatus,
  TransfersMark,
} from "../../core/transfers/schema";
import { moneyText } from "../../core/values/currencies";
import { Currency } from "../../core/values/money-schema";
import { command } from "../command";
import { ExistingCode, oneOf } from "../fields";
import { listing, minute, moneyColumn, table, tableOr } from "../table";

// Core's functions are loaded lazily: the help text needs no database client.
const queries = () => import("../../core/transfers/queries");
const mutations = () => import("../../core/transfers/mutations");

const Named = z.object({ id: z.string(), code: z.string(), name: z.string() });
const TransferOfPartner = Transfer.extend({ partner: Named });
const Time = z.coerce.date();

const Due = z.object({
  partner: Named,
  currency: z.string(),
  amount: z.int(),
  payouts: z.int(),
  held: z.int(),
  heldUntil: Time.nullable(),
  minimumPayout: z.int(),
  reason: z.enum(DUE_REASONS).nullable(),
  isSuspended: z.boolean(),
  // A server of an earlier release does not send it.
  isTerminated: z.boolean().default(false),
});

const OPTIONS = {
  partner: { shown: "CODE", about: "filter by partner", is: ExistingCode.optional() },
  currency: {
    shown: "CODE",
    about: "filter by currency, for example EUR",
    is: Currency.optional(),
  },
};

const due = command({
  name: "transfer due",
  summary: "list what partners are owed, and why some can't be paid now",
  options: OPTIONS,
  output: z.array(Due),
  run: async (call, { partner, currency }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    return (await queries()).listDue(call, { partnerId: found?.id ?? null, currency });
  },
  render: tableOr("Nothing is due.", [
    { title: "PARTNER", cell: ({ partner }) => partner.code },
    { title: "CURRENCY", cell: ({ currency }) => currency },
    { title: "PAYOUTS", cell: ({ payouts }) => payouts },
    moneyColumn("AMOUNT", ({ amount }) => amount),
    moneyColumn("ON HOLD", ({ held }) => held),
    { title: "UNTIL", cell: ({ heldUntil }) => minute(heldUntil) },
    { title: "CAN'T BE PAID", cell: ({ reason }) => reason?.replaceAll("_", " ") ?? "-" },
    { title: "STATUS", cell: statusOf },
  ]),
});

function statusOf({ isSuspended, isTerminated }: z.infer<typeof Due>): string {
  if (isTerminated) return "terminated";
  return isSuspended ? "suspended" : "active";
}

const Created = z.object({
  partner: z.string(),
  currency: z.string(),
  amount: z.int(),
  transfer: Transfer.nullable(),
  reason: z.string().nullable(),
});

const create = command({
  name: "transfer create",
  summary: "create transfers of what can be paid now (suspended partners: by --partner)",
  options: OPTIONS,
  example: "latchkey transfer create --currency EUR",
  output: z.array(Created),
  run: async (call, { partner, currency }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    const all = await (await queries()).listDue(call, { partnerId: found?.id ?? null, currency });
    const payable = all.filter(
      ({ reason, isSuspended }) => reason === null && (!isSuspended || found !== null),
    );
    const items = payable.map((one) => ({
      partnerId: one.partner.id,
      currency: one.currency,
      amount: one.amount,
      isSuspended: one.isSuspended,
    }));
    const outcomes = await (await mutations()).createTransfers(call, { items });
    return outcomes.map(({ partnerId: _, ...outcome }, index) => ({
      partner: payable[index]?.partner.code ?? "",
      ...outcome,
    }));
  },
  isFailed: (created) => created.some(({ reason }) => reason !== null),
  render: tableOr("Nothing can be paid now. See: latchkey transfer due", [
    { title: "PARTNER", cell: ({ partner }) => partner },
    { title: "CURRENCY", cell: ({ currency }) => currency },
    moneyColumn("AMOUNT", ({ amount }) => amount),
    { title: "ID", cell: ({ transfer }) => transfer?.id ?? "-" },
    { title: "STATEMENT", cell: ({ transfer }) => transfer?.statement ?? "-" },
    { title: "NOT CREATED", cell: ({ reason }) => reason?.replaceAll("_", " ") ?? "-" },
  ]),
});

const STATUS = {
  shown: "STATUS",
  about: "filter by status, for example pending",
  is: oneOf("status", TransferStatus.options).optional(),
};

const list = command({
  name: "transfer list",
  summary: "list transfers, newest first",
  options: { ...OPTIONS, status: STATUS },
  output: z.array(TransferOfPartner),
  run: async (call, { partner, ...filter }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    const partnerId = found?.id ?? null;
    const { listTransfers } = await queries();
    return wholeList((page) => listTransfers(call, { partnerId, ...filter, ...page }));
  },
  render: tableOr("No transfers found.", [
    { title: "ID", cell: ({ id }) => id },
    { title: "STATEMENT", cell: ({ statement }) => statement },
    { title: "PARTNER", cell: ({ partner }) => partner.code },
    { title: "CURRENCY", cell: ({ currency }) => currency },
    moneyColumn("AMOUNT", ({ amount }) => amount),
    { title: "STATUS", cell: ({ status }) => status },
    { title: "REFERENCE", cell: ({ reference }) => reference ?? "-" },
  ]),
});

const TransferId = TransfersMark.shape.transferIds.element;
const ID = {
  shown: "TRANSFER_ID",
  about: "transfer ID, as shown by `transfer list`",
  is: TransferId,
};

const show = command({
  name: "transfer show",
  summary: "show a transfer, its payouts, and the masked account that it is paid to",
  args: { transferId: ID },
  output: TransferOfPartner.extend({
    payouts: z.array(Payout),
    paidTo: z.object({ version: z.int(), account: z.string(), holder: z.string() }),
  }),
  run: async (call, { transferId }) => (await queries()).getTransfer(call, { transferId }),
  render: ({ partner, payouts, paidTo, ...transfer }) =>
    [
      listing([
        ["partner", `${partner.code} (${partner.name})`],
        ["statement", transfer.statement],
        ["amount", moneyText(transfer.amount, transfer.currency)],
        ["status", transfer.status],
        ["reference", transfer.reference ?? "-"],
        ["paid to", `${paidTo.holder}, ${paidTo.account} (version ${paidTo.version})`],
      ]),
      table(payouts, [
        { title: "PAYOUT", cell: ({ id }) => id },
        { title: "PERIOD", cell: ({ period }) => period },
        moneyColumn("AMOUNT", ({ amount }) => amount),
        { title: "STATUS", cell: ({ status }) => status },
      ]),
    ].join("\n\n"),
});

const mark = command({
  name: "transfer mark",
  summary: "mark transfers as sent, paid or failed",
  args: {
    transferIds: {
      shown: "ID[,ID...]",
      about: `transfer IDs, at most ${MAX_TRANSFERS}, separated by commas`,
      is: z
        .string()
        .transform((text) => text.split(","))
        .pipe(TransfersMark.shape.transferIds),
    },
    status: {
      shown: "sent|paid|failed",
      about: "what happened to them",
      is: oneOf("status", TransfersMark.shape.status.options),
    },
  },
  options: {
    reference: { shown: "TEXT", about: "transfer reference", is: TransfersMark.shape.reference },
  },
  example: "latchkey transfer mark tr_01jd5n8k3v0000000000000000 paid --reference SEPA-2026-1101",
  output: z.array(
    z.object({
      transferId: z.string(),
      transfer: Transfer.nullable(),
      isChanged: z.boolean(),
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
  run: async (call, input) => (await mutations()).markTransfers(call, input),
  isFailed: (outcomes) => outcomes.some(({ code }) => code !== null),
  render: (outcomes) =>
    outcomes
      .map(({ transferId, transfer, isChanged, message }) => {
        if (!transfer) return `${transferId}: ${message}`;
        const { statement, status, reference } = transfer;
        const done = isChanged ? "Marked" : "Unchanged:";
        return `${done} transfer ${statement} as ${status} (reference: ${reference}).`;
      })
      .join("\n"),
});

const cancel = command({
  name: "transfer cancel",
  summary: "cancel a transfer that is pending; its payouts are due again",
  args: { transferId: ID },
  output: Transfer,
  run: async (call, { transferId }) => (await mutations()).cancelTransfer(call, { transferId }),
  render: ({ statement }) => `Canceled transfer ${statement}. Its payouts are due again.`,
});

const csv = command({
  name: "transfer csv",
  summary: "print pending transfers as CSV for a bank, with full accounts",
  options: OPTIONS,
  output: z.object({ csv: z.string(), transfers: z.int() }),
  run: async (call, { partner, currency }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    const filter = { partnerId: found?.id ?? null, currency, status: "pending" as const };
    const { listTransfers } = await queries();
    const pending = await wholeList((page) => listTransfers(call, { ...filter, ...page }));
    const { exportBankFile } = await import("../../core/transfers/bank-file");
    return exportBankFile(call, { transferIds: pending.map(({ id }) => id) });
  },
  render: ({ csv: text }) => text.trimEnd(),
});

export const TRANSFER_COMMANDS = [due, create, list, show, mark, cancel, csv];
