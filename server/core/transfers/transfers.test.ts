import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { changePayoutDetails } from "../payout-details/mutations";
import { markPayout } from "../payouts/mutations";
import { createTransfers, markTransfers } from "./mutations";
import { getTransfer, sumTransfers } from "./queries";
import { DETAILS, newPayee, payingPlatformForTests } from "./testing/owed";

const DAY_MS = 86_400_000;
const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await payingPlatformForTests(clock);

it("a transfer takes all that is due in a currency and deducts what is negative", async () => {
  const { owe, due, transferDue, payouts, partnerId } = await newPayee(platform);
  for (const amount of [1_000, -300, 50]) await owe(amount);
  await owe(7, "USD");
  expect(await due()).toMatchObject([
    { currency: "EUR", amount: 750, payouts: 3, held: 0, heldUntil: null, reason: null },
    { currency: "USD", amount: 7, payouts: 1, reason: null },
  ]);
  const transfer = await transferDue();
  expect(transfer).toMatchObject({ currency: "EUR", amount: 750, status: "pending" });
  expect(transfer).toMatchObject({ reference: null, sentAt: null, settledAt: null });
  expect(await due()).toMatchObject([{ currency: "USD" }]);
  const found = await getTransfer(platform.system, { transferId: transfer.id });
  expect(found.payouts.map(({ amount }) => amount).sort()).toEqual([-300, 1_000, 50].sort());
  expect(found.paidTo).toEqual({
    version: 1,
    account: "DE89 •••• •••• 3000",
    holder: "Acme Hosting GmbH",
  });
  const all = await payouts();
  expect(all.every(({ status }) => status === "pending")).toBe(true);
  expect(await sumTransfers(platform.system, { partnerId })).toEqual([
    { currency: "EUR", status: "pending", transfers: 1, amount: 750 },
  ]);
});

it("carries forward what is negative or below the minimum, and loses nothing", async () => {
  const { owe, due, pay, setTerms, transferDue } = await newPayee(platform);
  await setTerms({ minimumPayout: 500 });
  await owe(-100);
  expect(await due()).toMatchObject([{ amount: -100, reason: "not_positive" }]);
  expect(await pay(1)).toMatchObject({ transfer: null, reason: "not_positive", amount: -100 });
  await owe(599);
  expect(await due()).toMatchObject([{ amount: 499, reason: "below_minimum" }]);
  expect(await pay(499)).toMatchObject({ transfer: null, reason: "below_minimum" });
  await owe(1);
  expect(await transferDue()).toMatchObject({ amount: 500 });
  expect(await due()).toEqual([]);
});

it("what adds up to nothing is not due, and is part of the next transfer", async () => {
  const { owe, due, pay, setTerms, transferDue, payouts } = await newPayee(platform);
  await owe(100);
  await owe(-100);
  await owe(50, "USD");
  expect(await due()).toMatchObject([{ currency: "USD", amount: 50 }]);
  expect(await pay(0)).toMatchObject({ transfer: null, reason: "not_positive" });
  await setTerms({ holdDays: 7 });
  await owe(100);
  // A sum that still waits is listed, also if it will be nothing.
  await owe(-100);
  expect(await due()).toMatchObject([
    { currency: "EUR", amount: -200, held: 200, reason: "on_hold" },
    { currency: "USD", amount: 0, held: 50 },
  ]);
  clock.advance(7 * DAY_MS);
  expect(await due()).toMatchObject([{ currency: "USD" }]);
  await owe(1);
  clock.advance(7 * DAY_MS);
  expect(await transferDue()).toMatchObject({ amount: 1 });
  const inEuros = (await payouts()).filter(({ currency }) => currency === "EUR");
  expect(inEuros.map(({ status }) => status)).toEqual(Array(5).fill("pending"));
  expect((await due()).map(({ currency }) => currency)).toEqual(["USD"]);
});

it("waits for the days of the hold, except for what is negative", async () => {
  const { owe, due, pay, setTerms, transferDue } = await newPayee(platform);
  await setTerms({ holdDays: 7 });
  await owe(1_000);
  const heldUntil = new Date(clock.now().getTime() + 7 * DAY_MS);
  await owe(-200);
  const [held] = await due();
  expect(held).toMatchObject({ amount: -200, payouts: 1, held: 1_000, heldUntil });
  expect(held?.reason).toBe("on_hold");
  expect(await pay(800)).toMatchObject({ transfer: null, reason: "on_hold" });
  clock.advance(7 * DAY_MS - 1);
  expect(await pay(800)).toMatchObject({ transfer: null, reason: "on_hold" });
  clock.advance(1);
  await owe(30);
  expect(await transferDue()).toMatchObject({ amount: 800 });
  expect(await due()).toMatchObject([{ amount: 0, held: 30, reason: "on_hold" }]);
});

it("pays nobody without payout details in force, and remembers the version it is paid to", async () => {
  const { owe, due, pay, partnerId, transferDue } = await newPayee(platform, { hasDetails: false });
  await owe(100);
  expect(await due()).toMatchObject([{ amount: 100, reason: "no_payout_details" }]);
  expect(await pay(100)).toMatchObject({ transfer: null, reason: "no_payout_details" });
  await changePayoutDetails(platform.system, { partnerId, ...DETAILS });
  const { id } = await transferDue();
  const other = { ...DETAILS, iban: "FR1420041010050500013M02606", country: "FR" as const };
  await changePayoutDetails(platform.system, { partnerId, ...other });
  const { paidTo } = await getTransfer(platform.system, { transferId: id });
  expect(paidTo).toMatchObject({ version: 1, account: "DE89 •••• •••• 3000" });
});

it("creates nothing if the amount is not what the operator saw, and the others of the list", async () => {
  const [changed, fine] = [await newPayee(platform), await newPayee(platform)];
  for (const payee of [changed, fine]) await payee.owe(100);
  const eur = { currency: "EUR", amount: 100 };
  const items = [
    { partnerId: changed.partnerId, ...eur },
    { partnerId: "prt_none", ...eur },
    { partnerId: fine.partnerId, ...eur, currency: "USD" },
    { partnerId: fine.partnerId, ...eur },
    { partnerId: fine.partnerId, ...eur },
  ];
  await changed.owe(1);
  const outcomes = await createTransfers(platform.system, { items });
  expect(outcomes.map(({ reason, amount }) => [reason, amount])).toEqual([
    ["amount_changed", 101],
    ["not_found", 0],
    ["nothing_due", 0],
    [null, 100],
    ["nothing_due", 0],
  ]);
  expect(await changed.transfers()).toEqual([]);
});

it("payouts follow their transfer to paid, and back if it is returned", async () => {
  const { owe, transferDue, mark, payouts, due } = await newPayee(platform);
  await owe(100);
  await owe(-1);
  const { id } = await transferDue();
  expect(await mark(id, "sent", "BATCH-1")).toMatchObject({
    isChanged: true,
    transfer: { status: "sent", reference: "BATCH-1", sentAt: clock.now(), settledAt: null },
  });
  for (const payout of await payouts()) {
    expect(payout).toMatchObject({ status: "pending", reference: null, settledAt: null });
  }
  await mark(id, "paid", "SEPA-1");
  const settledAt = clock.now();
  for (const payout of await payouts()) {
    expect(payout).toMatchObject({ status: "paid", reference: "SEPA-1", settledAt });
  }
  expect(await due()).toEqual([]);
  clock.advance(1_000);
  await mark(id, "failed", "RETURNED-1");
  for (const payout of await payouts()) {
    expect(payout).toMatchObject({ status: "failed", reference: "RETURNED-1" });
  }
  expect(await due()).toMatchObject([{ amount: 99, payouts: 2 }]);
  const { payouts: known } = await getTransfer(platform.system, { transferId: id });
  expect(known).toHaveLength(2);
});

it("a cancellation makes payouts what they were before", async () => {
  const { owe, transferDue, cancel, payouts, due } = await newPayee(platform);
  const failed = await owe(100);
  await markPayout(platform.system, { payoutId: failed, status: "failed", reference: "F-1" });
  await owe(5);
  const before = await payouts();
  const { id, statementNumber } = await transferDue();
  expect((await payouts()).map(({ status }) => status)).toEqual(["pending", "pending"]);
  clock.advance(1_000);
  expect(await cancel(id)).toMatchObject({ status: "canceled", statementNumber, reference: null });
  expect(await payouts()).toEqual(before);
  expect(await due()).toMatchObject([{ amount: 105 }]);
  expect(await cancel(id)).toMatchObject({ status: "canceled" });
});

it("a status can only follow some statuses, and the same again changes nothing", async () => {
  const { owe, transferDue, mark, cancel } = await newPayee(platform);
  await owe(100);
  const first = await transferDue();
  await mark(first.id, "paid", "A");
  expect(await mark(first.id, "paid", "A")).toMatchObject({ isChanged: false, code: null });
  expect(await mark(first.id, "paid", "B")).toMatchObject({
    code: "conflict",
    message: `Transfer ${first.statementNumber} is already paid with the reference A.`,
  });
  expect(await mark(first.id, "sent")).toMatchObject({ code: "conflict" });
  await expect(cancel(first.id)).rejects.toMatchObject({
    code: "conflict",
    message: `Transfer ${first.statementNumber} is paid and can't become canceled.`,
    details: { status: "paid" },
  });
  await mark(first.id, "failed");
  expect(await mark(first.id, "paid")).toMatchObject({ code: "conflict" });
  const second = await transferDue();
  await cancel(second.id);
  for (const status of ["sent", "paid", "failed"] as const) {
    expect(await mark(second.id, status)).toMatchObject({ code: "conflict" });
  }
  await expect(cancel("tr_none")).rejects.toMatchObject({ code: "not_found" });
});

it("marks many at once, each by itself", async () => {
  const payees = await Promise.all([newPayee(platform), newPayee(platform), newPayee(platform)]);
  const ids: string[] = [];
  for (const { owe, transferDue } of payees) {
    await owe(10);
    ids.push((await transferDue()).id);
  }
  const [first = "", second = "", third = ""] = ids;
  await payees[1]?.cancel(second);
  const transferIds = [first, second, "tr_none", third, first];
  const mark = { transferIds, status: "paid", reference: "RUN-1" } as const;
  const outcomes = await markTransfers(platform.system, mark);
  expect(outcomes.map(({ isChanged, code }) => [isChanged, code])).toEqual([
    [true, null],
    [false, "conflict"],
    [false, "not_found"],
    [true, null],
    [false, null],
  ]);
});

it("a payout in a transfer can't be marked by itself; one whose transfer failed can", async () => {
  const { owe, transferDue, mark, due } = await newPayee(platform);
  const payoutId = await owe(100);
  const { id, statementNumber } = await transferDue();
  const byHand = { payoutId, status: "paid", reference: "X" } as const;
  await expect(markPayout(platform.system, byHand)).rejects.toMatchObject({
    code: "conflict",
    message: `The payout is in transfer ${statementNumber}, which is pending. Update that transfer instead.`,
    details: { transfer_id: id },
  });
  await mark(id, "paid", "X");
  // The same again, as before transfers.
  expect(await markPayout(platform.system, byHand)).toMatchObject({ status: "paid" });
  const failed = { ...byHand, status: "failed" as const };
  await expect(markPayout(platform.system, failed)).rejects.toMatchObject({ code: "conflict" });
  await mark(id, "failed", "Y");
  expect(await markPayout(platform.system, byHand)).toMatchObject({ reference: "X" });
  expect(await due()).toEqual([]);
});

it("statement numbers have no gaps, also after refusals and cancellations", async () => {
  const { owe, transferDue, cancel, pay } = await newPayee(platform);
  await owe(100);
  const first = await transferDue();
  await cancel(first.id);
  await pay(99);
  const { core } = platform.wiring;
  const data = {
    partnerId: first.id,
    currency: "EUR",
    amount: 1,
    payoutDetailsId: "none",
    createdBy: "x",
  };
  const faulty = core.transact((tx) =>
    tx.transfer.create({ data: { ...data, id: "tr_x", createdAt: new Date() } }),
  );
  await expect(faulty).rejects.toThrow();
  expect((await transferDue()).statementNumber).toBe(first.statementNumber + 1);
  const numbers = await platform.system.db.transfer.findMany({
    select: { statementNumber: true },
    orderBy: { statementNumber: "asc" },
  });
  expect(numbers.map(({ statementNumber }) => Number(statementNumber))).toEqual(
    numbers.map((_, index) => index + 1),
  );
});

it("events and audit rows are those of each payout and of the transfer", async () => {
  const { owe, transferDue, mark, partnerId } = await newPayee(platform);
  await owe(100);
  await owe(-1);
  const { id } = await transferDue();
  await mark(id, "paid", "P");
  await mark(id, "failed", "F");
  const events = await platform.system.db.event.findMany({
    where: { partnerId, type: { startsWith: "payout." } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ type }) => type).sort()).toEqual([
    "payout.failed",
    "payout.failed",
    "payout.paid",
    "payout.paid",
  ]);
  const audit = await platform.system.db.auditEvent.findMany({
    where: { partnerId, subject: id },
    orderBy: { id: "asc" },
  });
  expect(audit.map(({ action }) => action).sort()).toEqual([
    "transfer.created",
    "transfer.marked",
    "transfer.marked",
  ]);
  expect(JSON.stringify(audit)).not.toContain("3704");
});
