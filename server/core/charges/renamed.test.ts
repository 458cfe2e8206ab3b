import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { anonymizeCustomer } from "../customers/anonymize";
import { updateCustomer } from "../customers/update";
import { charge, newSeller, refund, reversal, shopForTests } from "../imports/testing/seller";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);

const byEmail = (email: string) => ({
  customer_external_id: undefined,
  customer_email: email,
});

/** A charge, a refund and a reversal that name c-1, two of them by email. */
const LINES = [
  charge("a", 100),
  charge("b", 50, byEmail("C-1@example.com")),
  refund("r", "a", 30, { customer_external_id: "c-1" }),
  reversal("v", "r", 30, byEmail("c-1@example.com")),
];

it("a line that is sent again is the same one after its customer was renamed", async () => {
  const { send, customerId } = await newSeller(platform);
  await send(...LINES);
  const again = { imported: 0, existing: LINES.length, reasons: [] };
  for (const n of [1, 2]) {
    clock.advance(1);
    const names = { externalId: `new-${n}`, email: `New-${n}@example.com` };
    await updateCustomer(platform.system, { customerId, ...names });
    expect(await send(...LINES)).toEqual(again);
    expect(await send(charge("a", 100, { customer_external_id: `new-${n}` }))).toMatchObject({
      existing: 1,
    });
  }
  expect(await send(charge("a", 100, byEmail("new-1@example.com")))).toMatchObject({ existing: 1 });
});

it("another customer's name is a conflict, also if this one was never called so", async () => {
  const { send, customerId } = await newSeller(platform);
  await send(...LINES);
  await updateCustomer(platform.system, { customerId, externalId: "new" });
  const others = [
    charge("a", 100, { customer_external_id: "c-2" }),
    charge("a", 100, { customer_external_id: "nobody" }),
    charge("a", 101),
    refund("r", "a", 30, { customer_external_id: "c-2" }),
    refund("r", "a", 31, { customer_external_id: "c-1" }),
  ];
  const { existing, reasons } = await send(...others);
  expect([existing, reasons.length]).toEqual([0, others.length]);
  // A new refund must say what its customer is called now.
  expect(await send(refund("s", "a", 1, { customer_external_id: "c-1" }))).toMatchObject({
    imported: 0,
    reasons: ["customer_external_id: The charge is of another customer."],
  });
});

it("an erased name is forgotten", async () => {
  const { send, customerId } = await newSeller(platform);
  await send(...LINES);
  await updateCustomer(platform.system, { customerId, externalId: "new" });
  await anonymizeCustomer(platform.system, { customerId });
  expect(await send(...LINES)).toMatchObject({ imported: 0, existing: 0 });
});
