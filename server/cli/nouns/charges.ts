import { z } from "zod";
import { Charge, ChargeSearch, ChargeType } from "../../core/charges/schema";
import { refuse } from "../../core/kernel/errors";
import { latestRows } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { moneyText } from "../../core/values/currencies";
import { Id } from "../../core/values/text";
import { command } from "../command";
import { oneOf, PARTNER, Time, WholeNumber } from "../fields";
import { listing, minute, moneyColumn, tableOr } from "../table";

// Core's functions are loaded lazily: the help text needs no database client.
const queries = () => import("../../core/charges/queries");

/** The most charges in one result, which is sent between processes as a whole. */
const MAX_ROWS = 10_000;

const Shown = Charge.extend({ occurredAt: z.coerce.date() });
type Shown = z.output<typeof Shown>;

/** The amount as it counts in sums. */
const signed = ({ type, amount }: Pick<Shown, "type" | "amount">) =>
  type === "refund" ? -amount : amount;

const { accountId, product, currency, chargeId, payoutId, externalId } = ChargeSearch.shape;

const list = command({
  name: "charge list",
  summary: "list a partner's charges, refunds and reversals of refunds, latest first",
  options: {
    partner: PARTNER,
    customer: { shown: "CUSTOMER_ID", about: "filter by customer (acc_...)", is: accountId },
    externalId: { shown: "ID", about: "ID in the system that billed it", is: externalId },
    product: { shown: "CODE", about: "filter by product", is: product },
    currency: { shown: "CODE", about: "filter by currency", is: currency },
    type: {
      shown: "TYPE",
      about: `filter by type: ${ChargeType.options.join(", ")}`,
      is: oneOf("type", ChargeType.options).optional(),
    },
    charge: {
      shown: "CHARGE_ID",
      about: "refunds and reversals of this charge (chg_...)",
      is: chargeId,
    },
    payout: { shown: "PAYOUT_ID", about: "those that this payout counts (po_...)", is: payoutId },
    after: { shown: "TIME", about: "occurred at this time or later", is: Time.optional() },
    before: { shown: "TIME", about: "occurred before this time", is: Time.optional() },
    limit: {
      shown: "NUMBER",
      about: `only the latest ones, at most ${MAX_ROWS}`,
      is: WholeNumber.pipe(z.int().min(1).max(MAX_ROWS)).optional(),
    },
  },
  flags: { late: "only those recorded after their month was closed" },
  example: "latchkey charge list --partner acme --type refund --after 2026-10-01T00:00:00Z",
  output: z.array(Shown),
  run: async (call, { partner, limit, late, ...rest }) => {
    const { customer, charge, payout, after, before, ...same } = rest;
    const { listCharges } = await queries();
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    const filter = {
      ...same,
      accountId: customer,
      chargeId: charge,
      payoutId: payout,
      occurredAfter: after,
      occurredBefore: before,
      late: late && true,
    };
    const read = (page: { cursor?: string; limit: number }) =>
      listCharges(call, { partnerId, ...filter, ...page });
    const { rows, hasMore } = await latestRows(read, limit ?? MAX_ROWS);
    if (limit === undefined && hasMore) refuse(TOO_MANY);
    return rows;
  },
  render: tableOr("No charges found.", [
    { title: "ID", cell: ({ id }) => id },
    { title: "DATE", cell: ({ occurredAt }) => minute(occurredAt) },
    { title: "TYPE", cell: ({ type, late }) => (late ? `${type} (late)` : type) },
    { title: "CUSTOMER", cell: ({ accountId }) => accountId },
    { title: "PRODUCT", cell: ({ product }) => product },
    moneyColumn<Shown>("AMOUNT", signed),
    { title: "CURRENCY", cell: ({ currency }) => currency },
    { title: "EXTERNAL ID", cell: ({ externalId }) => externalId },
  ]),
});

// Not cut silently: whoever adds up the amounts would miss some.
const TOO_MANY = {
  path: "limit",
  message: `More than ${MAX_ROWS} charges match. Filter by --after and --before, or list the latest ones with --limit.`,
};

const show = command({
  name: "charge show",
  summary: "show one charge, refund or reversal",
  args: { chargeId: { shown: "CHARGE_ID", about: "charge ID (chg_...)", is: Id } },
  output: Shown,
  run: async (call, input) => (await queries()).getCharge(call, input),
  render: (charge) =>
    listing([
      ["id", charge.id],
      ["type", charge.type],
      ["external id", charge.externalId],
      ["customer", charge.accountId],
      ["product", charge.product],
      ["amount", moneyText(signed(charge), charge.currency)],
      ["date", minute(charge.occurredAt)],
      ["charge", charge.chargeId ?? "-"],
      ["refund", charge.refundId ?? "-"],
      ["late", charge.late ? "yes" : "no"],
      ["adjustment", charge.payoutId ?? "-"],
    ]),
});

export const CHARGE_COMMANDS = [list, show];
