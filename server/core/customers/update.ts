import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { refuse } from "../kernel/errors";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { snakeCase } from "../kernel/wire";
import { emailKey } from "../values/text";
import { CUSTOMER_UPDATED } from "./actions";
import { CUSTOMER_EVENTS } from "./events";
import { heldCustomer } from "./hold";
import { failIfTaken } from "./mutations";
import { findCustomer } from "./queries";
import { type CustomerRow, customerView } from "./row";
import {
  CUSTOMER_DETAILS,
  type Customer,
  type CustomerDetail,
  type CustomerUpdate,
  MAX_METADATA_KEYS,
  TOO_MANY_KEYS,
} from "./schema";
import { failAsNow } from "./status";

type OfCustomer = { customerId: string };

/**
 * Changes the given fields; see CustomerUpdate. The same values again change nothing. Throws
 * `not_found`, `precondition_failed`, `validation_failed`, and `conflict` as createCustomer() does.
 */
export async function updateCustomer(
  ctx: Ctx,
  { customerId, isExpected, ...wanted }: OfCustomer & CustomerUpdate & Expecting<Customer>,
): Promise<Customer> {
  const { partnerId } = await findCustomer(ctx, { customerId });
  return change(ctx, { action: CUSTOMER_UPDATED, partnerId }, async (tx) => {
    // The partner is locked, so nothing else changes the customer or takes its new values.
    const before = await heldCustomer(tx, ctx, { partnerId, customerId });
    assertExpected(isExpected, customerView(before));
    if (before.anonymizedAt !== null) failAsNow("anonymized");
    const data = patched(before, wanted);
    const changed = CUSTOMER_DETAILS.filter((name) => name in data);
    if (changed.length === 0) {
      return { result: customerView(before), subject: customerId, unchanged: true };
    }
    const { email, externalId } = data;
    const key = email === undefined ? {} : { emailKey: emailKey(email) };
    await failIfTaken(tx, { partnerId, id: customerId, externalId, ...key });
    const row = await tx.customer.update({
      where: { id: customerId },
      data: { ...data, ...key, updatedAt: ctx.clock.now() },
    });
    return {
      result: customerView(row),
      subject: customerId,
      detail: {
        email: row.email,
        values: beforeAndAfter(before, row, changed),
      },
      events: [
        event(CUSTOMER_EVENTS["account.updated"], {
          subject: customerId,
          data: { changed: changed.map(snakeCase) },
        }),
      ],
    };
  });
}

type Text = Exclude<CustomerDetail, "metadata">;
const TEXTS = CUSTOMER_DETAILS.filter((name): name is Text => name !== "metadata");
type Patched = Pick<CustomerUpdate, Text> & { metadata?: Customer["metadata"] };

/** The fields whose values differ from the row's. */
function patched(before: CustomerRow, { metadata, ...wanted }: CustomerUpdate): Patched {
  const texts = TEXTS.filter((name) => ![undefined, before[name]].includes(wanted[name]));
  const data: Patched = Object.fromEntries(texts.map((name) => [name, wanted[name]]));
  if (metadata === undefined) return data;
  const old = before.metadata as Customer["metadata"];
  const merged = merge(old, metadata);
  if (Object.keys(merged).length > MAX_METADATA_KEYS) {
    refuse({ path: "metadata", message: TOO_MANY_KEYS });
  }
  if (!isSame(old, merged)) data.metadata = merged;
  return data;
}

// Object.fromEntries() makes own properties of any name, where an assignment would not.
function merge(
  old: Customer["metadata"],
  patch: NonNullable<CustomerUpdate["metadata"]> | null,
): Record<string, string> {
  if (patch === null) return {};
  const kept = Object.entries(old).filter(([key]) => !Object.hasOwn(patch, key));
  const added = Object.entries(patch).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return Object.fromEntries([...kept, ...added]);
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

/** For the audit log. Of metadata it keeps only the names of the keys: its values can be long. */
function beforeAndAfter(
  before: CustomerRow,
  after: CustomerRow,
  changed: readonly CustomerDetail[],
) {
  const entries = changed.map((name) => {
    const of = (row: CustomerRow) =>
      name === "metadata" ? Object.keys(Object(row.metadata)) : row[name];
    return [snakeCase(name), { before: of(before), after: of(after) }] as const;
  });
  return Object.fromEntries(entries);
}
