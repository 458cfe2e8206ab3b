import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { listNotifications } from "../notifications/queries";
import { notifyOfAll } from "../notifications/testing/notify-of-all";
import { PayoutDetailsChange } from "./change-schema";
import { changePayoutDetails } from "./mutations";
import { GIVEN } from "./testing/given";

const platform = await platformForTests({ env: { PAYOUT_DETAILS_WAIT_HOURS: "0" } });

it("nobody is told to cancel a change that is used at once", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const details = PayoutDetailsChange.parse(GIVEN);
  await changePayoutDetails(owner, { partnerId: partner.id, ...details });
  await notifyOfAll(platform);
  const { data } = await listNotifications(owner, { limit: 10 });
  const { text } = data.find(({ type }) => type === "payout_details.changed") ?? {};
  expect(text).toBe(
    "The account is used from now on. If your team didn't do this, change it back, change your password and contact support.",
  );
});
