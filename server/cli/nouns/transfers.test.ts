import { expect, test } from "vitest";
import { setPartnerStatus } from "../../core/partners/mutations";
import { newPayee, payingPlatformForTests } from "../../core/transfers/testing/owed";
import { steppingClock } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await payingPlatformForTests(clock);

const { run } = commandsOn(platform);

test("what is due is listed with what can't be paid, transferred, and marked", async () => {
  const [payee, poor] = [await newPayee(platform), await newPayee(platform)];
  await payee.owe(1_000);
  await payee.owe(-1);
  await poor.owe(-5);
  const due = await run("transfer due", { currency: "EUR" });
  expect(due.json).toMatchObject([
    { partner: { code: payee.partner.code }, amount: 999, payouts: 2, reason: null },
    { partner: { code: poor.partner.code }, amount: -5, reason: "not_positive" },
  ]);
  expect(due.text).toContain("not positive");
  const created = await run("transfer create");
  expect(created.json).toMatchObject([{ partner: payee.partner.code, amount: 999, reason: null }]);
  const id = created.json[0].transfer.id;
  expect((await run("transfer create")).text).toContain("Nothing can be paid now.");

  const shown = await run("transfer show", { transferId: id });
  expect(shown.text).toContain("Acme Hosting GmbH, DE89 •••• •••• 3000 (version 1)");
  expect(shown.json.payouts).toHaveLength(2);
  const mark = { transferIds: id, status: "paid", reference: "RUN-1" };
  expect((await run("transfer mark", mark)).text).toMatch(/^Marked transfer \d+ as paid/);
  expect((await run("transfer mark", mark)).text).toMatch(/^Unchanged: transfer/);
  const several = { ...mark, transferIds: `${id},tr_none`, reference: "RUN-2" };
  expect((await run("transfer mark", several)).json).toMatchObject([
    { code: "conflict" },
    { code: "not_found" },
  ]);
  expect((await run("transfer cancel", { transferId: id })).failure).toMatchObject({
    code: "conflict",
  });
  const listed = await run("transfer list", { partner: payee.partner.code, status: "paid" });
  expect(listed.json).toMatchObject([{ id, reference: "RUN-1" }]);
  expect((await run("transfer list", { status: "sent" })).text).toBe("No transfers found.");
});

test("a suspended partner's money is listed, and paid only if the partner is named", async () => {
  const { owe, partner, partnerId } = await newPayee(platform);
  await owe(100);
  await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "Review" });
  const { code } = partner;
  const due = await run("transfer due");
  expect(due.json).toContainEqual(
    expect.objectContaining({ partner: expect.objectContaining({ code }), is_suspended: true }),
  );
  expect(due.text).toMatch(/ suspended$/m);
  expect((await run("transfer create")).json).toEqual([]);
  const named = await run("transfer create", { partner: code });
  expect(named.json).toMatchObject([{ partner: code, amount: 100, reason: null }]);
});

test("a terminated partner's money is paid with all others', whatever the minimum", async () => {
  const { owe, partner, setTerms } = await newPayee(platform);
  await owe(100);
  await setTerms({ minimumPayout: 500 });
  const { code } = partner;
  const terminate = (confirm: string) =>
    run("partner terminate", { code, confirm, reason: "Contract ended" });
  expect((await terminate("other")).failure).toMatchObject({ code: "validation_failed" });
  expect((await terminate(code)).json).toMatchObject({ code, status: "terminated" });
  const shown = { status: "terminated", suspended_reason: "Contract ended" };
  expect((await run("partner show", { code })).json).toMatchObject(shown);
  const listed = (await run("partner list", { status: "terminated" })).json;
  expect(listed).toMatchObject([{ code, status: "terminated" }]);
  expect((await run("transfer due")).text).toMatch(/ terminated$/m);
  const created = await run("transfer create");
  expect(created.json).toMatchObject([{ partner: code, amount: 100, reason: null }]);
});

test("a canceled transfer is due again, and a partner's terms are set", async () => {
  const { owe, partner, transferDue, due } = await newPayee(platform);
  await owe(100);
  const { id } = await transferDue();
  expect((await run("transfer cancel", { transferId: id })).text).toContain("are due again");
  const taxNote = "Exempt.\\nNo VAT.";
  const set = { code: partner.code, minimumPayout: "5000", holdDays: "7", taxNote };
  const { text } = await run("partner set", set);
  expect(text).toContain("at least 5000 (minor units)");
  expect(text).toContain("Taxes on statements: Exempt. No VAT.");
  expect(await due()).toMatchObject([{ held: 100, reason: "on_hold", minimumPayout: 5_000 }]);
  const audit = await platform.system.db.auditEvent.findMany({
    where: { partnerId: partner.id, action: "partner.updated" },
  });
  expect(audit.map(({ detail }) => detail)).toEqual([
    {
      minimumPayout: { before: 0, after: 5_000 },
      holdDays: { before: 0, after: 7 },
      taxNote: { before: "", after: "Exempt.\nNo VAT." },
    },
  ]);
});
