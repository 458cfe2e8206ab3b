import { expect, test } from "vitest";
import { listAudit } from "../../core/audit/queries";
import { actorLabel } from "../../core/kernel/change";
import { changePayoutDetails } from "../../core/payout-details/mutations";
import { GIVEN } from "../../core/payout-details/testing/given";
import { consentToSelfBilling, withdrawSelfBilling } from "../../core/self-billing/mutations";
import { platformForTests, steppingClock } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const { run } = commandsOn(platform);

const DETAILS = { ...GIVEN, iban: "DE89370400440532013000", taxNumber: null };

test("details are shown masked, in full only with --reveal, which the partner's audit log records", async () => {
  const { code: partner, id: partnerId } = await platform.newPartner();
  expect((await run("payout-details show", { partner })).text).toBe("No payout details yet.");
  await changePayoutDetails(platform.system, { partnerId, ...DETAILS });
  const pending = await run("payout-details show", { partner });
  expect(pending.text).toContain("No payout details are in force.\nUsed from ");
  expect((await run("payout-details show", { partner, reveal: "yes" })).failure.code).toBe(
    "not_found",
  );
  clock.advance(72 * 3_600_000);
  const masked = await run("payout-details show", { partner });
  expect(masked.text).toContain("DE89 •••• •••• 3000");
  expect(JSON.stringify(masked)).not.toContain(DETAILS.iban);
  const full = await run("payout-details show", { partner, reveal: "yes" });
  expect(full.text).toContain(DETAILS.iban);
  expect(full.json.full).toMatchObject({ iban: DETAILS.iban, tax_number: null });
  const { data } = await listAudit(platform.system, { partnerId, limit: 10 });
  expect(data.filter(({ action }) => action === "payout_details.revealed")).toHaveLength(1);
});

test("a consent to self-billing is shown, with who gave and withdrew it", async () => {
  const { code: partner, ...of } = await platform.newPartner();
  const { actor } = await platform.newPerson({ code: partner, ...of }, "owner");
  const [owner, label] = [platform.as(actor), actorLabel(actor)];
  const none = await run("self-billing show", { partner });
  expect(none.text).toContain("no consent has been given. Only the partner's owners can consent");
  expect(none.json).toEqual({ consent: null });
  await consentToSelfBilling(owner, { partnerId: of.id });
  const given = await run("self-billing show", { partner });
  expect(given.text).toMatch(/new transfers:? +self-billing invoices/);
  expect(given.json.consent).toMatchObject({ given_by: label, withdrawn_at: null });
  await withdrawSelfBilling(owner, { partnerId: of.id });
  const after = await run("self-billing show", { partner });
  expect(after.text).toMatch(/new transfers:? +plain statements/);
  expect(after.json.consent).toMatchObject({ withdrawn_by: label });
});

test("the change that waits is canceled, and the history lists both", async () => {
  const { code: partner, id: partnerId } = await platform.newPartner();
  await changePayoutDetails(platform.system, { partnerId, ...DETAILS });
  expect((await run("payout-details cancel", { partner })).text).toContain(
    "Canceled the change to DE89 •••• •••• 3000.",
  );
  expect((await run("payout-details cancel", { partner })).text).toBe("No change is pending.");
  const history = await run("payout-details history", { partner });
  expect(history.json).toMatchObject([{ version: 1, status: "canceled" }]);
  expect(history.text).toContain("canceled");
});
