import { expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { changeIssuer } from "../issuer/mutations";
import type { Ctx } from "../kernel/actor";
import { getStatement } from "../transfers/statement";
import { newPayee, payingPlatformForTests } from "../transfers/testing/owed";
import { consentToSelfBilling, withdrawSelfBilling } from "./mutations";
import { getSelfBilling } from "./queries";

const platform = await payingPlatformForTests();
const rest = { taxNumber: null, email: null, numberPrefix: "", taxNote: null };
await changeIssuer(platform.system, { name: "Latchkey GmbH", address: "Berlin", ...rest });

async function newOwner() {
  const payee = await newPayee(platform);
  const { actor } = await platform.newPerson(payee.partner, "owner");
  const pay = async (amount: number) => {
    await payee.owe(amount);
    const { id: transferId } = await payee.transferDue();
    return () => getStatement(platform.system, { transferId });
  };
  return { ...payee, ctx: platform.as(actor), payed: pay };
}

it("titles the statements of transfers that are created while there is a consent", async () => {
  const { ctx, partnerId, payed } = await newOwner();
  const before = await payed(100);
  const given = await consentToSelfBilling(ctx, { partnerId });
  expect(given).toMatchObject({ withdrawnAt: null });
  const during = await payed(200);
  expect(await withdrawSelfBilling(ctx, { partnerId })).toMatchObject({
    id: given.id,
    withdrawnBy: given.givenBy,
  });
  const after = await payed(300);
  const titles = [before, during, after].map(async (read) => {
    const { title, recipient } = await read();
    return [title, recipient.taxNumber];
  });
  expect(await Promise.all(titles)).toEqual([
    ["statement", "•••• 7980"],
    ["self_billing_invoice", "DE811907980"],
    ["statement", "•••• 7980"],
  ]);
  expect(JSON.stringify(await during())).not.toContain("0440532013");
});

it("is recorded once, however often and however many at once, and can be given again", async () => {
  const { ctx, partnerId } = await newOwner();
  const rows = () => platform.system.db.selfBillingConsent.count({ where: { partnerId } });
  const audits = () =>
    platform.system.db.auditEvent.count({
      where: { partnerId, action: { startsWith: "self_billing." } },
    });
  const twenty = (run: (ctx: Ctx) => Promise<unknown>) =>
    concurrently(Array.from({ length: 20 }), () => run(ctx));
  await twenty(() => consentToSelfBilling(ctx, { partnerId }));
  expect([await rows(), await audits()]).toEqual([1, 1]);
  await twenty(() => withdrawSelfBilling(ctx, { partnerId }));
  expect([await rows(), await audits()]).toEqual([1, 2]);
  await consentToSelfBilling(ctx, { partnerId });
  expect(await getSelfBilling(ctx, { partnerId })).toMatchObject({ withdrawnAt: null });
  expect([await rows(), await audits()]).toEqual([2, 3]);
});

it("only an owner consents, neither operators nor others nor another partner's owner", async () => {
  const { partner, partnerId } = await newOwner();
  const other = await newOwner();
  const forbidden = [
    (await platform.newPerson(partner, "developer")).actor,
    (await platform.newPerson(partner, "viewer")).actor,
    (await platform.newOperator()).actor,
  ];
  for (const actor of forbidden) {
    for (const run of [consentToSelfBilling, withdrawSelfBilling]) {
      await expect(run(platform.as(actor), { partnerId })).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  }
  const theirs = consentToSelfBilling(other.ctx, { partnerId });
  await expect(theirs).rejects.toMatchObject({ code: "not_found" });
  await expect(getSelfBilling(other.ctx, { partnerId })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("the database keeps what was consented, and sets it itself", async () => {
  const { ctx, partnerId, owe, transferDue } = await newOwner();
  const { id: consentId } = await consentToSelfBilling(ctx, { partnerId });
  await owe(100);
  const { id } = await transferDue();
  const { db } = platform.system;
  expect(await db.transfer.findUniqueOrThrow({ where: { id } })).toMatchObject({ consentId });
  await withdrawSelfBilling(ctx, { partnerId });
  const { transact } = platform.wiring.core;
  const again = { withdrawnAt: null, withdrawnBy: null };
  const where = { id: consentId };
  await expect(
    transact((tx) => tx.selfBillingConsent.update({ where, data: again })),
  ).rejects.toThrow(/never edited/);
  await expect(
    transact((tx) => tx.transfer.update({ where: { id }, data: { consentId: null } })),
  ).rejects.toThrow(/never edited/);
});
