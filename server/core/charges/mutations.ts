import type { Ctx, Tx } from "../kernel/actor";
import { type Changed, changeBegun } from "../kernel/change";
import { type EventFact, event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { partnerIds } from "../partners/queries";
import { adjustLateMonths } from "../payouts/mutations";
import { toAmount } from "../values/money";
import { CHARGES_RECORDED } from "./actions";
import { CHARGE_EVENTS } from "./events";
import { insertCharges, salesOf } from "./insert";
import {
  type ChargeInput,
  invalid,
  type NewCharge,
  type Outcome,
  type WrittenCharges,
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

type About = { now: Date; subject: Subject };

/**
 * Writes charges, refunds and reversals inside the caller's change(), which has locked their
 * partners. One external ID is one row for ever: the same again is a duplicate, and anything else
 * under it a conflict. Rows of closed months are late, and adjust these months.
 */
export async function writeCharges(
  tx: Tx,
  items: readonly NewCharge[],
  about: About,
): Promise<WrittenBatch> {
  return writeRest(tx, items, { charged: await insertCharges(tx, salesOf(items)), ...about });
}

type Charged = Awaited<ReturnType<typeof insertCharges>>;

/** Writes what follows the charges: refunds and reversals, adjustments and events. */
async function writeRest(
  tx: Tx,
  items: readonly NewCharge[],
  { charged, now, subject }: About & { charged: Charged },
): Promise<WrittenBatch> {
  const sold = new Map<string, number>();
  const returns: NewCharge[] = [];
  for (const one of items) {
    const { line, partnerId, row } = one;
    if (row.type !== "charge") returns.push(one);
    else if (charged.outcomes.get(line)?.outcome === "created") {
      sold.set(keyOf(partnerId, row.externalId), line);
    }
  }
  const returned = await writeRefunds(tx, returns, sold);
  const outcomes = new Map([...charged.outcomes, ...returned.outcomes]);
  const partners: WrittenFor[] = [];
  for (const [partnerId, sums] of groupOf([...charged.written, ...returned.written])) {
    const late = sums.reduce((sum, one) => sum + one.late, 0);
    const adjusted = late > 0 ? await adjustLateMonths(tx, { partnerId, now }) : [];
    const events = [recordedEvent(subject, sums), ...adjusted.map((one) => one.event)];
    partners.push({
      partnerId,
      written: sums.reduce((sum, one) => sum + one.count, 0),
      late,
      events: events.map((one) => ({ ...one, partnerId })),
    });
  }
  return { outcomes, partners };
}

function groupOf(rows: readonly WrittenCharges[]): Map<string, WrittenCharges[]> {
  const groups = new Map<string, WrittenCharges[]>();
  for (const row of rows) {
    const group = groups.get(row.partnerId);
    if (group) group.push(row);
    else groups.set(row.partnerId, [row]);
  }
  return groups;
}

type Subject = { type: "import" | "charge_batch"; id: string };

/** The event of a batch: counts and sums by currency. */
function recordedEvent(subject: Subject, written: readonly WrittenCharges[]): EventFact {
  const currencies = [...new Set(written.map(({ currency }) => currency))].sort();
  const sums = currencies.map((currency) => {
    const of = (type: WrittenCharges["type"]) => {
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
  const sales = salesOf(items);
  const target = {
    action: CHARGES_RECORDED,
    partnerIds: sales.partnerIds,
    begin: (tx: Tx) => insertCharges(tx, sales),
  };
  return changeBegun(ctx, target, async (tx, charged): Promise<Changed<Map<number, Outcome>>> => {
    const now = ctx.clock.now();
    const subject = newId("chargeBatch", now.getTime());
    const batch = await writeRest(tx, items, {
      charged,
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
