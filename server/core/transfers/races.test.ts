import { expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { setPartnerStatus } from "../partners/mutations";
import { markPayout, recalculatePayout } from "../payouts/mutations";
import { createTransfers } from "./mutations";
import { newPayee, payingPlatformForTests } from "./testing/owed";

const platform = await payingPlatformForTests();

const twenty = Array.from({ length: 20 }, (_, index) => index);
const violated = (constraint: string) =>
  expect.objectContaining({ message: expect.stringContaining(constraint) });

it("twenty creations at once are one transfer", async () => {
  const { owe, pay, transfers } = await newPayee(platform);
  for (const amount of [100, 50, -7]) await owe(amount);
  const outcomes = fulfilled(await concurrently(twenty, () => pay(143)));
  const reasons = outcomes.map(({ reason }) => reason).sort();
  expect(reasons).toEqual([...Array(19).fill("nothing_due"), null].sort());
  expect(await transfers()).toMatchObject([{ amount: 143n }]);
});

it("a partner that was suspended since its amount was seen is paid only on purpose", async () => {
  const { partnerId, owe, transfers } = await newPayee(platform);
  await owe(100);
  await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "Fraud" });
  const item = { partnerId, currency: "EUR", amount: 100 };
  const create = (isSuspended: boolean) =>
    createTransfers(platform.system, { items: [{ ...item, isSuspended }] });
  expect(await create(false)).toMatchObject([{ transfer: null, reason: "partner_suspended" }]);
  expect(await transfers()).toEqual([]);
  expect(await create(true)).toMatchObject([{ transfer: { amount: 100 }, reason: null }]);
});

it("statement numbers of transfers of many partners at once have no gaps", async () => {
  const payees = await Promise.all(twenty.map(() => newPayee(platform)));
  for (const { owe } of payees) await owe(10);
  const last = async () =>
    Number(
      (await platform.system.db.statementCounter.findUniqueOrThrow({ where: { id: 1 } })).last,
    );
  const before = await last();
  const made = fulfilled(await concurrently(payees, ({ transferDue }) => transferDue()));
  const numbers = made.map(({ statementNumber }) => statementNumber).sort((a, b) => a - b);
  expect(numbers).toEqual(twenty.map((index) => before + 1 + index));
  expect(await last()).toBe(before + 20);
});

it("paid against failed, twenty at once: one order of them, and payouts agree", async () => {
  const { owe, transferDue, mark, payouts, transfers } = await newPayee(platform);
  await owe(100);
  const { id } = await transferDue();
  const marks = twenty.map((n) => (n % 2 ? "paid" : "failed") as "paid" | "failed");
  const outcomes = fulfilled(await concurrently(marks, (status) => mark(id, status, status)));
  const [transfer] = await transfers();
  // A paid one may be returned, so the last word is always the failure.
  expect(transfer).toMatchObject({ status: "failed", reference: "failed" });
  expect(outcomes.filter(({ isChanged }) => isChanged).length).toBeLessThanOrEqual(2);
  expect(await payouts()).toMatchObject([{ status: "failed", reference: "failed" }]);
});

it("creation against cancellation: never two transfers of one payout", async () => {
  const { owe, transferDue, pay, cancel, transfers, payouts } = await newPayee(platform);
  const payoutId = await owe(100);
  const { id } = await transferDue();
  await concurrently(twenty, (n): Promise<unknown> => (n % 2 ? cancel(id) : pay(100)));
  const all = await transfers();
  expect(all.map(({ status }) => status)).toEqual(
    all.length === 1 ? ["canceled"] : ["canceled", "pending"],
  );
  const active = await platform.system.db.transferPayout.count({
    where: { payoutId, isActive: true },
  });
  expect(active).toBe(all.length - 1);
  expect(await payouts()).toMatchObject([{ status: "pending" }]);
});

it("a transfer against marking its payout by hand: it is paid once", async () => {
  for (const _ of twenty) {
    const { owe, pay, payouts, transfers } = await newPayee(platform);
    const payoutId = await owe(100);
    const byHand = { payoutId, status: "paid", reference: "X" } as const;
    const [marked] = await Promise.all([
      markPayout(platform.system, byHand).then(
        () => true,
        (error: { code: string }) => error.code !== "conflict",
      ),
      pay(100),
    ]);
    const [payout] = await payouts();
    expect(payout?.status).toBe(marked ? "paid" : "pending");
    expect(await transfers()).toHaveLength(marked ? 0 : 1);
  }
});

it("an earlier release can't mark a payout that is in a transfer, nor beside its creation", async () => {
  const old = (id: string) =>
    platform.wiring.core.transact((tx) =>
      tx.payout.update({
        where: { id },
        data: { status: "paid", reference: "OLD", settledAt: new Date() },
      }),
    );
  const payee = await newPayee(platform);
  const payoutId = await payee.owe(100);
  const { id } = await payee.transferDue();
  await expect(old(payoutId)).rejects.toEqual(violated("the payout is in transfer"));
  await payee.mark(id, "paid", "P");
  await expect(old(payoutId)).rejects.toEqual(violated("the payout is in transfer"));
  expect(await payee.payouts()).toMatchObject([{ reference: "P" }]);
  await payee.mark(id, "failed", "F");
  await old(payoutId);
  for (const _ of twenty) {
    const { owe, pay, payouts, transfers } = await newPayee(platform);
    const other = await owe(100);
    const [written] = await Promise.allSettled([old(other), pay(100)]);
    const wasMarked = written.status === "fulfilled";
    expect(await transfers()).toHaveLength(wasMarked ? 0 : 1);
    expect(await payouts()).toMatchObject([{ status: wasMarked ? "paid" : "pending" }]);
  }
});

it("an adjustment beside a creation is in the transfer or stays due", async () => {
  const { owe, pay, due, partnerId, transfers } = await newPayee(platform);
  const payoutId = await owe(100);
  const [outcome] = await Promise.all([
    createTransfers(platform.system, { items: [{ partnerId, currency: "EUR", amount: 100 }] }),
    recalculatePayout(platform.system, { payoutId }),
  ]);
  const [left] = await due();
  const paid = (await transfers()).reduce((sum, { amount }) => sum + Number(amount), 0);
  const all = await platform.system.db.payout.aggregate({
    where: { partnerId },
    _sum: { amount: true },
  });
  expect(paid + (left?.amount ?? 0)).toBe(Number(all._sum.amount));
  expect(outcome).toHaveLength(1);
  expect(await pay(100)).toMatchObject({ transfer: null });
});

it("the database refuses what the code never writes", async () => {
  const { owe, transferDue, mark, partnerId } = await newPayee(platform);
  const payoutId = await owe(100);
  const { id } = await transferDue();
  const foreign = await newPayee(platform);
  const foreignPayout = await foreign.owe(100);
  const { transact } = platform.wiring.core;
  const refuses = (write: Parameters<typeof transact>[0], why: string) =>
    expect(transact(write)).rejects.toEqual(violated(why));
  const where = { id };
  const kept = "transfers are never edited";
  await refuses((tx) => tx.transfer.update({ where, data: { amount: 1 } }), kept);
  await refuses((tx) => tx.transfer.update({ where, data: { statementNumber: 1_000 } }), kept);
  await refuses((tx) => tx.transfer.update({ where, data: { reference: "x" } }), kept);
  await refuses(
    (tx) => tx.payout.update({ where: { id: payoutId }, data: { amount: 1 } }),
    "in transfer",
  );
  const link = { transferId_payoutId: { transferId: id, payoutId } };
  await refuses(
    (tx) => tx.transferPayout.update({ where: link, data: { isActive: false } }),
    "a transfer keeps its payouts",
  );
  const add = (payout: string) => (tx: Parameters<Parameters<typeof transact>[0]>[0]) =>
    tx.$executeRaw`INSERT INTO transfer_payouts (transfer_id, payout_id) VALUES (${id}, ${payout})`;
  await refuses(add(foreignPayout), "unpaid payouts of its partner");
  await refuses(add(await owe(5)), "is the sum of its payouts");
  const version = { partnerId_version: { partnerId, version: 1 } };
  const details = await platform.system.db.payoutDetails.findUniqueOrThrow({ where: version });
  const data = {
    id: "tr_none",
    partnerId,
    currency: "EUR",
    amount: 5,
    payoutDetailsId: details.id,
    createdAt: new Date(),
    createdBy: "x",
  };
  await refuses((tx) => tx.transfer.create({ data }), "is the sum of its payouts");
  const ofOther = { ...data, partnerId: foreign.partnerId };
  await refuses((tx) => tx.transfer.create({ data: ofOther }), "oreign key");
  await mark(id, "failed", "F");
  const again = { status: "paid" as const, reference: "x", settledAt: new Date() };
  await refuses((tx) => tx.transfer.update({ where, data: again }), "does not become paid");
});
