import { expect, type Page } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { openReceiver, type Received } from "../../server/delivery/testing/receiver";
import { at } from "./dashboard";
import { signIn } from "./people";
import { copy, rowOf, test } from "./test";

const dialog = (page: Page) => page.getByRole("dialog");

/** The secret shown in the open dialog. */
async function revealedSecret(page: Page): Promise<string> {
  const shown = dialog(page).getByText(/^whsec_/);
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? "";
}

async function closeReveal(page: Page): Promise<void> {
  await copy(dialog(page), "secret");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(dialog(page)).toBeHidden();
}

const verify = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("an endpoint from first ping to deletion, with each action", async ({ page, people }) => {
  const team = await people.team();
  const receiver = await openReceiver();
  const { received } = receiver;
  const arrived = (count: number) => expect.poll(() => received.length).toBe(count);
  const newest = () => received.at(-1) as Received;
  await signIn(page, team.owner, "/webhooks");
  await expect(page.getByText("latchkey -- listen")).toBeVisible();

  await page.getByRole("button", { name: "Add endpoint" }).click();
  await dialog(page).getByLabel("Endpoint URL").fill("http://partner.example/hook");
  await dialog(page).getByLabel("Selected events").check();
  await dialog(page).getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog(page)).toContainText("Choose at least one");
  await dialog(page).getByRole("checkbox", { name: "key.*" }).check();
  await dialog(page).getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog(page)).toContainText("The URL must begin with https://");
  await dialog(page).getByLabel("Endpoint URL").fill(receiver.url);
  await dialog(page).getByRole("button", { name: "Add endpoint" }).click();
  const secret = await revealedSecret(page);
  await expect(dialog(page)).toContainText("Your server received a ping");
  await arrived(1);
  expect(verify(newest(), secret)).toMatchObject({ type: "ping" });
  await closeReveal(page);
  await expect(rowOf(page, receiver.url)).toContainText("Enabled");
  await expect(rowOf(page, receiver.url)).toContainText("key.*");
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("link", { name: receiver.url }).click();
  const { key } = await people.issue(team, { label: "Watched" });
  await arrived(2);
  expect(verify(newest(), secret)).toMatchObject({ type: "key.created", subject: { id: key.id } });
  await page.getByRole("button", { name: "key.created" }).click();
  await expect(dialog(page)).toContainText("204");
  await expect(dialog(page)).toContainText(key.id);
  await dialog(page).getByRole("button", { name: "Resend" }).click();
  await arrived(3);
  expect(newest().headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"]);
  await expect(dialog(page).getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await choose(page, "Rotate secret");
  await dialog(page).getByRole("button", { name: "Rotate secret" }).click();
  const renewed = await revealedSecret(page);
  expect(renewed).not.toBe(secret);
  await expect(dialog(page)).toContainText("The previous secret stays valid until");
  await closeReveal(page);
  await page.getByRole("button", { name: "Send test event" }).click();
  // Typing replaces the chosen type, and what matches no type is not sent as the chosen one.
  const type = dialog(page).getByRole("combobox", { name: "Event type" });
  await type.click();
  await page.keyboard.type("no such type");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Enter");
  // The second time it is the chosen one already.
  for (const typed of ["price.ch", "price.changed"]) {
    await type.click();
    await page.keyboard.type(typed);
    await expect(page.getByRole("option", { name: "price.changed" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(type).toHaveValue("price.changed");
  }
  await dialog(page).getByRole("button", { name: "Send test event" }).click();
  await arrived(4);
  for (const each of [secret, renewed]) {
    expect(verify(newest(), each)).toMatchObject({ type: "price.changed", sequence: 0 });
  }
  await expect(page.getByRole("dialog", { name: "Delivery" })).toContainText("Delivered");
  await page.keyboard.press("Escape");

  await choose(page, "Disable");
  await dialog(page).getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByText("This endpoint is disabled")).toBeVisible();
  await people.rotate(key.id);
  await page.getByRole("button", { name: "Enable endpoint" }).click();
  await expect(dialog(page).getByLabel("Send what was missed")).toBeChecked();
  await dialog(page).getByRole("button", { name: "Enable endpoint" }).click();
  await expect
    .poll(() =>
      received
        .slice(4)
        .map(({ body }) => JSON.parse(body).type)
        .sort(),
    )
    .toEqual(["key.created", "key.rotated"]);

  await choose(page, "Delete");
  await dialog(page).getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page).toHaveURL(at("/webhooks"));
  await expect(page.getByText("No webhook endpoints yet")).toBeVisible();
  receiver.close();
});

test("a failing receiver's answer is shown, and the rest is resent", async ({ page, people }) => {
  const team = await people.team();
  let status = 410;
  const receiver = await openReceiver((_request, response) =>
    response.writeHead(status, { "x-trace": "t-1815" }).end(`{"error":"moved on"}`),
  );
  const endpoint = await people.webhooks.endpoint(team, { url: receiver.url, types: ["key.*"] });
  await signIn(page, team.owner, `/webhooks/${endpoint.id}`);
  await expect(page.getByText("it returned 410 Gone")).toBeVisible();
  await page.getByRole("button", { name: "ping" }).click();
  for (const text of ["410", "x-trace: t-1815", '"error": "moved on"', "webhook-timestamp"]) {
    await expect(dialog(page)).toContainText(text);
  }
  await page.keyboard.press("Escape");

  status = 204;
  await page.getByRole("button", { name: "Enable endpoint" }).click();
  await dialog(page).getByLabel("Send what was missed").uncheck();
  await dialog(page).getByRole("button", { name: "Enable endpoint" }).click();
  await expect(page.getByText("This endpoint is disabled")).toBeHidden();
  await expect(rowOf(page, "ping")).toContainText("Failed");
  await page.getByRole("button", { name: "Resend deliveries" }).click();
  await dialog(page).getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Resending 1 delivery")).toBeVisible();
  await expect(rowOf(page, "ping")).toContainText("Delivered");
  receiver.close();
});

test("an endpoint that fails for days says when it will end @rare", async ({ page, people }) => {
  const team = await people.team();
  const endpoint = await people.webhooks.endpoint(team, { url: "https://partner.example/hook" });
  await people.webhooks.hold(endpoint);
  const since = (days: number) => new Date(Date.now() - days * 86_400_000);
  await people.webhooks.change(endpoint.id, { failingSince: since(0.5) });
  await signIn(page, team.owner, `/webhooks/${endpoint.id}`);
  await expect(page.getByText("Failing").first()).toBeVisible();
  await expect(page.getByText("will be disabled on")).toBeHidden();
  await people.webhooks.change(endpoint.id, { failingSince: since(1.1) });
  await page.reload();
  await expect(page.getByText("will be disabled on")).toBeVisible();
});

test("deliveries are filtered in the URL, and paged @rare", async ({ page, people }) => {
  const team = await people.team();
  const endpoint = await people.webhooks.endpoint(team, { url: "https://partner.example/hook" });
  await people.webhooks.hold(endpoint);
  const past = (type: string, hoursAgo: number, status: "delivered" | "failed") =>
    people.webhooks.past(endpoint, { type, hoursAgo, status, attempts: [200] });
  for (let n = 0; n < 26; n++) await past("key.created", 1 + n / 100, "delivered");
  await past("payout.paid", 30, "failed");
  await signIn(page, team.owner, `/webhooks/${endpoint.id}`);
  const rows = page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(25);
  const refusal = { error: "Too many requests.", code: "rate_limited", details: {} };
  await page.route("**/api/trpc/**", (route) => route.fulfill({ status: 429, json: refusal }));
  const more = page.getByRole("button", { name: "Load more" });
  const widthOf = () => more.evaluate((button) => button.getBoundingClientRect().width);
  await more.click();
  await expect(page.getByRole("alert").getByText("Too many requests.")).toBeVisible();
  const width = await widthOf();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await widthOf(), "with its whole label").toBe(width);
  await page.setViewportSize({ width: 1280, height: 720 });
  // A tab that was frozen reads everything again.
  const resume = async () => {
    const read = page.waitForResponse(/webhooks\.deliveries/);
    await page.evaluate(() => document.dispatchEvent(new Event("resume")));
    await (await read).finished();
  };
  await resume();
  await expect(more).toBeVisible();
  await expect(page.getByRole("alert").getByText("Too many requests.")).toBeVisible();
  await page.unroute("**/api/trpc/**");
  await resume();
  await expect(page.getByRole("alert").getByText("Too many requests.")).toBeHidden();
  await more.click();
  await expect(rows).toHaveCount(27);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("combobox", { name: "Time" }).click();
  await page.getByRole("option", { name: "Last hour" }).click();
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await page.goto(`/webhooks/${endpoint.id}?type=payout.*`);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("payout.paid");

  // After a rollback: the server of an earlier release keeps all bodies and doesn't say so.
  await page.route(/\/api\/trpc\/.*webhooks\.delivery\b/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"isKept":true,', "");
    await route.fulfill({ response, body });
  });
  await rows.first().getByRole("button").click();
  await expect(dialog(page).getByText("Request body")).toBeVisible();
  await expect(dialog(page)).not.toContainText("not kept");
});

test("a suspended partner can disable and delete endpoints @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.webhooks.endpoint(team, { url: "https://partner.example/hook" });
  await people.suspend(team);
  await signIn(page, team.owner, "/webhooks");
  await expect(page.getByRole("button", { name: "Add endpoint" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Rotate secret" })).toBeDisabled();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await dialog(page).getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Enable" })).toBeDisabled();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText("No webhook endpoints yet")).toBeVisible();
});
