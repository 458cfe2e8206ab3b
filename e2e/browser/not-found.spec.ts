import { expect } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

const NONE = "01jd5n8k3v0000000000000000";

// The answer is the same for another partner's: server/trpc/access.test.ts asks every procedure.
test("pages and drawers of what does not exist say so @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  for (const [path, text] of [
    [`/customers/acc_${NONE}`, "Customer not found"],
    ["/customers/acc_nonsense", "Customer not found"],
    [`/api-keys/key_${NONE}`, "Key not found"],
    [`/webhooks/whe_${NONE}`, "Webhook endpoint not found"],
    [`/logs?request=req_${NONE}`, "Request not found"],
    [`/payouts?payout=po_${NONE}`, "Payout not found"],
    [`/charges?payout=po_${NONE}`, "Couldn't load the charges"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }), path).toHaveCount(0);
  }
  await page.context().clearCookies();
  await signIn(page, await people.operator(), "/operator/imports/imp_nonsense");
  await expect(page.getByText("Import not found")).toBeVisible();
});
