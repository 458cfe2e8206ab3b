import type { Ctx, Tx } from "../kernel/actor";
import { type Changed, changeAll } from "../kernel/change";
import { type EventFact, event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { partnerIds } from "../partners/queries";
import { adjustLateMonths } from "../payouts/mutations";
import { findClosed } from "../payouts/queries";
import { toAmount } from "../values/money";
import { periodOf } from "../values/period";
import { CHARGES_RECORDED } from "./actions";
import { CHARGE_EVENTS } from "./events";
import { insertCharges } from "./insert";
import {
  type ChargeInput,
  invalid,
  type NewCharge,
  type Outcome,
  type WrittenCharge,
} from "./new-charge";
import { keyOf } from "./refund-books";
import { writeRefunds } from "./refunds";
import type { ChargeCreate } from "./schema";

/** What was written for one partner; `late` counts what is of a closed month. */
type WrittenFor = {
  partnerId: string;
  written: number;
  late: number;
  events: EventFact[];
};

/** What became of each item, by its line, and the partners for whom something was written. */
type WrittenBatch = { outcomes: Map<number, Outcome>; partners: WrittenFor[] };

/**
 * Writes charges, refunds and reversals inside the caller's change(), which has locked their
 * partners. One external ID is one row for ever: the same again is a duplicate, and anything else
 * under it a conflict. Rows of closed months are late, and adjust these months.
 */
export async function writeCharges(
  tx: Tx,
  items: readonly NewCharge[],
  { now, subject }: { now: Date; subject: Subject },
): Promise<WrittenBatch> {
  const closed = await findClosed(tx, {
    partnerIds: [...new Set(items.map(({ partnerId }) => partnerId))],
    periods: [...new Set(items.map(({ row }) => periodOf(row.occurredAt)))],
  });
  const isLate = ({ partnerId, row }: NewCharge) =>
    closed.size > 0 && closed.has(keyOf(partnerId, periodOf(row.occurredAt)));
  const sales = items.filter(({ row }) => row.type === "charge");
  const charged = await insertCharges(tx, sales, isLate);
  const sold = new Map(
    sales
      .filter(({ line }) => charged.outcomes.get(line)?.outcome === "created")
      .map(({ partnerId, row, line }) => [keyOf(partnerId, row.externalId), line]),
  );
  const returns = items.filter(({ row }) => row.type !== "charge");
  const returned = await writeRefunds(tx, returns, { isLate, sold });
  const outcomes = new Map([...charged.outcomes, ...returned.outcomes]);
  const added = items.filter(({ line }) => outcomes.get(line)?.outcome === "created");
  const sums = groupOf([...charged.written, ...returned.written]);
  const partners: WrittenFor[] = [];
  for (const [partnerId, own] of groupOf(added)) {
    const late = own.filter(isLate).length;
    const adjusted = late > 0 ? await adjustLateMonths(tx, { partnerId, now }) : [];
    const recorded = recordedEvent(subject, sums.get(partnerId) ?? []);
    const events = [recorded, ...adjusted.map((one) => one.event)];
    partners.push({
      partnerId,
      written: own.length,
      late,
      events: events.map((one) => ({ ...one, partnerId })),
    });
  }
  return { outcomes, partners };
}

function groupOf<T extends { partnerId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.partnerId);
    if (group) group.push(row);
    else groups.set(row.partnerId, [row]);
  }
  return groups;
}

type Subject = { type: "import" | "charge_batch"; id: string };

/** The event of a batch: counts and sums by currency. */
function recordedEvent(subject: Subject, written: readonly WrittenCharge[]): EventFact {
  const currencies = [...new Set(written.map(({ currency }) => currency))].sort();
  const sums = currencies.map((currency) => {
    const of = (type: WrittenCharge["type"]) => {
      const own = written.filter((one) => one.currency === currency && one.type === type);
      return {
        count: own.reduce((sum, one) => sum + one.count, 0),
        amount: toAmount(own.reduce((sum, { amount }) => sum + amount, 0n)),
      };
    };
    const [charges, refunds, reversals] = [of("charge"), of("refund"), of("refund_reversal")];
    return {
      currency,
      charges: charges.count,
      gross: charges.amount,
      refunds: refunds.count,
      refunded: refunds.amount - reversals.amount,
    };
  });
  const total = (field: "charges" | "refunds") => sums.reduce((sum, one) => sum + one[field], 0);
  const data = { charges: total("charges"), refunds: total("refunds"), sums };
  return event(CHARGE_EVENTS["charges.recorded"], { subject, data });
}

const UNKNOWN_PARTNER = {
  outcome: "invalid",
  id: null,
  refusal: { code: "partner_not_found", field: "partner", message: "Partner not found." },
} as const;

/** What became of one item of recordCharges(). */
export type Recorded = Outcome | typeof UNKNOWN_PARTNER;

/**
 * Records charges, refunds and reversals of many partners in one transaction, each taken or refused
 * by itself; returns the outcomes in the same order. A repeat records nothing twice.
 */
export async function recordCharges(
  ctx: Ctx,
  { charges }: { charges: readonly ChargeCreate[] },
): Promise<Recorded[]> {
  const ids = await partnerIds(ctx, { codes: charges.map(({ partner }) => partner) });
  const now = ctx.clock.now();
  const items: NewCharge[] = [];
  const outcomes = new Map<number, Recorded>();
  for (const [line, charge] of charges.entries()) {
    const partnerId = ids.get(charge.partner);
    if (partnerId === undefined) outcomes.set(line, UNKNOWN_PARTNER);
    else if (charge.occurredAt > now) {
      const message = "Must not be in the future.";
      outcomes.set(line, invalid("validation_failed", "occurredAt", message));
    } else items.push({ line, partnerId, row: inputOf(charge) });
  }
  const written = items.length > 0 ? await recordItems(ctx, items) : new Map<number, Outcome>();
  return charges.map((_, line) => {
    const outcome = outcomes.get(line) ?? written.get(line);
    if (outcome === undefined) throw new Error("an item without an outcome");
    return outcome;
  });
}

/** Field by field, because spreads cost several times as much, and a batch has many items. */
function inputOf(charge: ChargeCreate): ChargeInput {
  return {
    externalId: charge.externalId,
    type: charge.type,
    chargeId: charge.chargeId,
    chargeExternalId: charge.chargeExternalId,
    refundId: charge.refundId,
    refundExternalId: charge.refundExternalId,
    customerId: charge.accountId,
    customerExternalId: charge.accountExternalId,
    product: charge.product,
    amount: charge.amount,
    currency: charge.currency,
    occurredAt: charge.occurredAt,
  };
}

function recordItems(ctx: Ctx, items: readonly NewCharge[]): Promise<Map<number, Outcome>> {
  const target = {
    action: CHARGES_RECORDED,
    partnerIds: items.map(({ partnerId }) => partnerId),
  };
  return changeAll(ctx, target, async (tx): Promise<Changed<Map<number, Outcome>>> => {
    const now = ctx.clock.now();
    const subject = newId("chargeBatch", now.getTime());
    const batch = await writeCharges(tx, items, {
      now,
      subject: { type: "charge_batch", id: subject },
    });
    return {
      result: batch.outcomes,
      subjects: batch.partners.map(({ partnerId, written, late }) => ({
        subject,
        partnerId,
        detail: { recorded: written, ...(late && { late }) },
      })),
      events: batch.partners.flatMap(({ events }) => events),
      unchanged: batch.partners.length === 0,
    };
  });
}
