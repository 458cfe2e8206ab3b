import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { changePayoutDetails } from "../payout-details/mutations";
import { exportBankFile } from "./bank-file";
import { DETAILS, newPayee, payingPlatformForTests } from "./testing/owed";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await payingPlatformForTests(clock);

it("has a line for each pending transfer, with the account that it is paid to in full", async () => {
  const [first, second] = [await newPayee(platform), await newPayee(platform)];
  await first.owe(123_456);
  const one = await first.transferDue();
  const { partnerId } = first;
  await changePayoutDetails(platform.system, { partnerId, ...DETAILS, holder: "Other GmbH" });
  await changePayoutDetails(platform.system, {
    partnerId: second.partnerId,
    ...DETAILS,
    country: "US",
    iban: null,
    account: "Routing 026009593\nAccount 12345678",
    holder: '=HYPERLINK("x"), Inc.',
  });
  await second.owe(700, "JPY");
  const two = await second.transferDue("JPY");
  const transferIds = [two.id, one.id, "tr_none"];
  const { csv, transfers } = await exportBankFile(platform.system, { transferIds });
  expect(transfers).toBe(2);
  const [head, ...lines] = csv.trim().split("\r\n");
  expect(head).toContain("Statement number,Partner,Account holder,IBAN");
  const name = (payee: typeof first) => payee.partner.name;
  expect(lines).toEqual([
    `${one.statement},${name(first)},Acme Hosting GmbH,DE89370400440532013000,,DE,1234.56,EUR,Statement ${one.statement}`,
    `${two.statement},${name(second)},"'=HYPERLINK(""x""), Inc.",,"Routing 026009593, Account 12345678",US,700,JPY,Statement ${two.statement}`,
  ]);
  const audit = await platform.system.db.auditEvent.findMany({
    where: { action: "transfer.exported" },
    orderBy: { id: "asc" },
  });
  expect(audit.map((row) => row.partnerId).sort()).toEqual(
    [first.partnerId, second.partnerId].sort(),
  );
  expect(JSON.stringify(audit)).not.toMatch(/DE8937|12345678/);
  await first.mark(one.id, "sent");
  expect((await exportBankFile(platform.system, { transferIds })).transfers).toBe(1);
});

it("is for operators with a recent proof only", async () => {
  const { partner, owe, transferDue } = await newPayee(platform);
  await owe(10);
  const { id } = await transferDue();
  const { actor } = await platform.newPerson(partner, "owner");
  const asOwner = exportBankFile(platform.as(actor), { transferIds: [id] });
  await expect(asOwner).rejects.toMatchObject({ code: "forbidden" });
  const operator = (await platform.newOperator()).actor;
  clock.advance(16 * 60_000);
  const late = exportBankFile(platform.as(operator), { transferIds: [id] });
  await expect(late).rejects.toMatchObject({ code: "reauthentication_required" });
});
