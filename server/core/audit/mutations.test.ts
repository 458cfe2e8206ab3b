import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { recordExport } from "./mutations";

const clock = steppingClock(new Date("2026-05-01T12:00:00Z"));
const platform = await platformForTests({ clock });

it("rejects more than 1,000 exports per day and reports when the limit resets", async () => {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "viewer");
  const ctx = platform.as(actor);
  const list = { list: "customers", filters: [], partnerId: partner.id };
  await recordExport(ctx, list);
  await platform.wiring.core.transact((tx) => tx.auditQuota.updateMany({ data: { used: 1_000 } }));
  await expect(recordExport(ctx, list)).rejects.toMatchObject({
    code: "too_many_attempts",
    details: { retry_after_seconds: 12 * 3_600 },
  });
});
