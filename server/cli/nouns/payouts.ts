import { z } from "zod";
import { getPartnerByCode } from "../../core/partners/queries";
import { closePeriod } from "../../core/payouts/close";
import { correctPayout, markPayout } from "../../core/payouts/mutations";
import { listPayouts } from "../../core/payouts/queries";
import { Payout, PayoutMark, PayoutStatus } from "../../core/payouts/schema";
import { Period } from "../../core/values/period-schema";
import { command } from "../command";
import { ExistingCode, oneOf } from "../fields";
import { table } from "../table";
import { wholeList } from "../whole-list";

const PayoutOfPartner = Payout.extend({
  partner: z.object({ code: z.string(), name: z.string() }),
  /** The lowest and the highest percentage of its lines. */
  percents: z.object({ min: z.number(), max: z.number() }),
});

const close = command({
  name: "payout close",
  summary: "close a month and create payouts for all partners",
  options: [{ name: "period", shown: "YYYY-MM", about: "the month, in UTC", isRequired: true }],
  example: "latchkey payout close --period 2026-10",
  input: z.strictObject({ period: Period }),
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
          `Closed ${period} for ${partners} partner${partners === 1 ? "" : "s"} (amounts in minor units):`,
          table(sums, [
            { title: "CURRENCY", cell: ({ currency }) => currency },
            { title: "PAYOUTS", cell: ({ payouts }) => payouts },
            { title: "GROSS", cell: ({ gross }) => gross },
            { title: "AMOUNT", cell: ({ amount }) => amount },
          ]),
        ].join("\n"),
});

const list = command({
  name: "payout list",
  summary: "list payouts, newest first",
  options: [
    { name: "partner", shown: "CODE", about: "filter by partner" },
    { name: "period", shown: "YYYY-MM", about: "filter by month" },
    { name: "status", shown: "STATUS", about: "filter by status: pending, paid or failed" },
  ],
  input: z.strictObject({
    partner: ExistingCode.optional(),
    period: Period.optional(),
    status: oneOf("status", PayoutStatus.options).optional(),
  }),
  output: z.array(PayoutOfPartner),
  run: async (call, { partner, ...filter }) => {
    const found = partner === undefined ? null : await getPartnerByCode(call, { code: partner });
    const partnerId = found?.id ?? null;
    return wholeList((page) => listPayouts(call, { partnerId, ...filter, ...page }));
  },
  render: (payouts) =>
    payouts.length === 0
      ? "No payouts found."
      : table(payouts, [
          { title: "ID", cell: ({ id }) => id },
          { title: "PARTNER", cell: ({ partner }) => partner.code },
          { title: "PERIOD", cell: ({ period }) => period },
          { title: "CURRENCY", cell: ({ currency }) => currency },
          { title: "GROSS", cell: ({ gross }) => gross },
          { title: "SHARE", cell: ({ percents }) => rangeOf(percents) },
          { title: "AMOUNT", cell: ({ amount }) => amount },
          { title: "STATUS", cell: ({ status }) => status },
          { title: "REFERENCE", cell: ({ reference }) => reference ?? "-" },
          { title: "ADJUSTS", cell: ({ correctsId }) => correctsId ?? "-" },
        ]),
});

function rangeOf({ min, max }: { min: number; max: number }): string {
  return min === max ? `${min}%` : `${min}-${max}%`;
}

const ID = {
  field: "payoutId",
  shown: "PAYOUT_ID",
  about: "payout ID, as shown by `payout list`",
};

const mark = command({
  name: "payout mark",
  summary: "mark a payout as paid or failed",
  args: [ID, { field: "status", shown: "paid|failed", about: "result of the transfer" }],
  options: [{ name: "reference", shown: "TEXT", about: "transfer reference", isRequired: true }],
  example: "latchkey payout mark po_01jd5n8k3v0000000000000000 paid --reference SEPA-2026-1101",
  input: z.strictObject({
    payoutId: PayoutMark.shape.payoutId,
    status: oneOf("status", PayoutMark.shape.status.options),
    reference: PayoutMark.shape.reference,
  }),
  output: Payout,
  run: (call, input) => markPayout(call, input),
  render: ({ id, status, reference }) =>
    `Marked payout ${id} as ${status} (reference: ${reference}).`,
});

const correct = command({
  name: "payout correct",
  summary: "create an adjustment for a closed month",
  args: [ID],
  input: z.strictObject({ payoutId: PayoutMark.shape.payoutId }),
  output: z.object({ correction: Payout.nullable() }),
  run: async (call, { payoutId }) => ({ correction: await correctPayout(call, { payoutId }) }),
  render: ({ correction }) =>
    correction === null
      ? "No changes since the month was closed."
      : `Created adjustment ${correction.id} for ${correction.period}: ${correction.amount} of ${correction.gross} ${correction.currency} (minor units).`,
});

export const PAYOUT_COMMANDS = [close, list, mark, correct];
