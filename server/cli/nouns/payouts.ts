import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { closePeriod } from "../../core/payouts/close";
import { markPayout, recalculatePayout } from "../../core/payouts/mutations";
import { previewPeriod } from "../../core/payouts/preview";
import { getPayout, listPayoutLines, listPayouts } from "../../core/payouts/queries";
import { Payout, PayoutLine, PayoutMark, PayoutStatus } from "../../core/payouts/schema";
import { moneyText } from "../../core/values/currencies";
import { Period } from "../../core/values/period-schema";
import { command } from "../command";
import { ExistingCode, oneOf } from "../fields";
import { listing, moneyColumn, table, tableOr } from "../table";

const PayoutOfPartner = Payout.extend({
  partner: z.object({ code: z.string(), name: z.string() }),
  /** The lowest and the highest percentage of its lines. */
  percents: z.object({ min: z.number(), max: z.number() }),
});

const close = command({
  name: "payout close",
  summary: "close a month and create payouts for all partners",
  options: { period: { shown: "YYYY-MM", about: "the month, in UTC", is: Period } },
  example: "latchkey payout close --period 2026-10",
  output: z.object({
    period: z.string(),
    partners: z.int(),
    sums: z.array(
      z.object({ currency: z.string(), payouts: z.int(), gross: z.int(), amount: z.int() }),
    ),
  }),
  run: (call, { period }) => closePeriod(call, { period }),
  render: ({ period, partners, sums }) =>
    sums.length === 0
      ? `Nothing to close for ${period}.`
      : [
          `Closed ${period} for ${partners} partner${partners === 1 ? "" : "s"}:`,
          table(sums, [
            { title: "CURRENCY", cell: ({ currency }) => currency },
            { title: "PAYOUTS", cell: ({ payouts }) => payouts },
            moneyColumn("GROSS", ({ gross }) => gross),
            moneyColumn("AMOUNT", ({ amount }) => amount),
          ]),
        ].join("\n"),
});

const PreviewLine = z.object({
  partner: z.object({ code: z.string(), name: z.string() }),
  currency: z.string(),
  gross: z.int(),
  percents: z.object({ min: z.number(), max: z.number() }),
  amount: z.int(),
  isClosed: z.boolean(),
});

const preview = command({
  name: "payout preview",
  summary: "show what closing a month would create, or has created",
  options: { period: { shown: "YYYY-MM", about: "the month, in UTC", is: Period } },
  example: "latchkey payout preview --period 2026-10",
  output: z.array(PreviewLine),
  run: (call, { period }) => previewPeriod(call, { period }),
  render: tableOr("No charges or refunds in this month.", [
    { title: "PARTNER", cell: ({ partner }) => partner.code },
    { title: "CURRENCY", cell: ({ currency }) => currency },
    moneyColumn("NET", ({ gross }) => gross),
    { title: "SHARE", cell: ({ percents }) => rangeOf(percents) },
    moneyColumn("AMOUNT", ({ amount }) => amount),
    { title: "STATUS", cell: ({ isClosed }) => (isClosed ? "closed" : "open") },
  ]),
});

const list = command({
  name: "payout list",
  summary: "list payouts, newest first",
  options: {
    partner: { shown: "CODE", about: "filter by partner", is: ExistingCode.optional() },
    period: { shown: "YYYY-MM", about: "filter by month", is: Period.optional() },
    status: {
      shown: "STATUS",
      about: "filter by status: pending, paid or failed",
      is: oneOf("status", PayoutStatus.options).optional(),
    },
  },
  output: z.array(PayoutOfPartner),
  run: async (call, { partner, ...filter }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    const partnerId = found?.id ?? null;
    return wholeList((page) => listPayouts(call, { partnerId, ...filter, ...page }));
  },
  render: tableOr("No payouts found.", [
    { title: "ID", cell: ({ id }) => id },
    { title: "PARTNER", cell: ({ partner }) => partner.code },
    { title: "PERIOD", cell: ({ period }) => period },
    { title: "CURRENCY", cell: ({ currency }) => currency },
    moneyColumn("GROSS", ({ gross }) => gross),
    { title: "SHARE", cell: ({ percents }) => rangeOf(percents) },
    moneyColumn("AMOUNT", ({ amount }) => amount),
    { title: "STATUS", cell: ({ status }) => status },
    { title: "REFERENCE", cell: ({ reference }) => reference ?? "-" },
    { title: "ADJUSTS", cell: ({ correctsId }) => correctsId ?? "-" },
  ]),
});

function rangeOf({ min, max }: { min: number; max: number }): string {
  return min === max ? `${min}%` : `${min}-${max}%`;
}

const ID = {
  shown: "PAYOUT_ID",
  about: "payout ID, as shown by `payout list`",
  is: PayoutMark.shape.payoutId,
};

const show = command({
  name: "payout show",
  summary: "show a payout and the lines that it is the sum of",
  args: { payoutId: ID },
  example: "latchkey payout show po_01jd5n8k3v0000000000000000",
  output: PayoutOfPartner.extend({ lines: z.array(PayoutLine) }),
  run: async (call, { payoutId }) => {
    const found = await getPayout(call, { payoutId });
    const lines = await wholeList((page) => listPayoutLines(call, { payoutId, ...page }));
    return { ...found, lines };
  },
  render: ({ lines, ...of }) =>
    [
      listing([
        ["id", of.id],
        ["partner", of.partner.code],
        ["month", of.period],
        ["currency", of.currency],
        ["net", moneyText(of.gross, of.currency)],
        ["amount", moneyText(of.amount, of.currency)],
        ["status", of.status],
        ["reference", of.reference ?? "-"],
        ["transfer", of.transferId ?? "-"],
        ["adjusts", of.correctsId ?? "-"],
      ]),
      table(
        lines.map((line) => ({ ...line, currency: of.currency })),
        [
          { title: "PRODUCT", cell: ({ product }) => product?.code ?? "all" },
          moneyColumn("CHARGES", ({ charges }) => charges),
          moneyColumn("REFUNDED", ({ refunded }) => refunded),
          moneyColumn("NET", ({ net }) => net),
          { title: "SHARE", cell: ({ percent }) => `${percent}%` },
          moneyColumn("AMOUNT", ({ share }) => share),
        ],
      ),
      `Its charges: latchkey charge list --partner ${of.partner.code} --payout ${of.id}`,
    ].join("\n\n"),
});

const mark = command({
  name: "payout mark",
  summary: "mark a payout as paid or failed",
  args: {
    payoutId: ID,
    status: {
      shown: "paid|failed",
      about: "result of the transfer",
      is: oneOf("status", PayoutMark.shape.status.options),
    },
  },
  options: {
    reference: { shown: "TEXT", about: "transfer reference", is: PayoutMark.shape.reference },
  },
  example: "latchkey payout mark po_01jd5n8k3v0000000000000000 paid --reference SEPA-2026-1101",
  output: Payout,
  run: (call, input) => markPayout(call, input),
  render: ({ id, status, reference }) =>
    `Marked payout ${id} as ${status} (reference: ${reference}).`,
});

const recalculate = command({
  name: "payout recalculate",
  summary: "recalculate a closed month: a difference becomes an adjustment",
  args: { payoutId: ID },
  output: z.object({ adjustment: Payout.nullable() }),
  run: async (call, { payoutId }) => ({ adjustment: await recalculatePayout(call, { payoutId }) }),
  render: ({ adjustment }) =>
    adjustment === null
      ? "No changes since the month was closed."
      : `Created adjustment ${adjustment.id} for ${adjustment.period}: ${moneyText(adjustment.amount, adjustment.currency)} of ${moneyText(adjustment.gross, adjustment.currency)}.`,
});

export const PAYOUT_COMMANDS = [preview, close, list, show, mark, recalculate];
