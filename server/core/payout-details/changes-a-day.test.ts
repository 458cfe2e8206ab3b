import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { PayoutDetailsChange } from "./change-schema";
import { changePayoutDetails, MAX_CHANGES_A_DAY } from "./mutations";
import { getPayoutDetails } from "./queries";
import { GIVEN } from "./testing/given";

const DETAILS = PayoutDetailsChange.parse(GIVEN);

const clock = steppingClock(new Date("2026-11-23T12:00:00Z"));
const platform = await platformForTests({ clock });

it("takes 50 changes within 24 hours, and a refused one changes nothing", async () => {
  const { id: partnerId } = await platform.newPartner();
  const ctx = platform.system;
  const change = (n: number) =>
    changePayoutDetails(ctx, { partnerId, ...DETAILS, holder: `Holder ${n}` });
  for (let n = 0; n < MAX_CHANGES_A_DAY; n++) await change(n);
  await expect(change(99)).rejects.toEqual(expect.objectContaining({ code: "conflict" }));
  const { pending } = await getPayoutDetails(ctx, { partnerId });
  expect([pending?.version, pending?.holder]).toEqual([MAX_CHANGES_A_DAY, "Holder 49"]);
  clock.advance(24 * 3_600_000);
  expect((await change(99)).version).toBe(MAX_CHANGES_A_DAY + 1);
});
