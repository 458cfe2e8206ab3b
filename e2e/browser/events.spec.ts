import { expect, type Page } from "playwright/test";
import { openReceiver } from "../../server/delivery/testing/receiver";
import { at } from "./dashboard";
import { signIn } from "./people";
import { clipboard, test } from "./test";

const rows = (page: Page) =>
  page.getByRole("table", { name: "Events" }).locator("tbody").getByRole("row");

test("events appear by themselves and are found by type and resource", async ({ page, people }) => {
  const team = await people.team();
  await people.business.customer(team, { email: "anna@example.com" });
  await signIn(page, team.owner, "/events");
  // Products that other tests save are events of every partner.
  await expect(rows(page).filter({ hasText: "account.created" })).toHaveCount(1);

  const { key } = await people.issue(team, { label: "Till" });
  await page.getByRole("button", { name: /^\d+ new events?$/ }).click();
  await expect(rows(page).filter({ hasText: "key.created" })).toHaveCount(1);

  await page.getByRole("combobox", { name: "Event type" }).click();
  await page.getByRole("option", { name: "account.created" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(at("/events?type=account.created"));
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search by resource ID").fill(key.id);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("key.created");
});

test("an event shows JSON, resource and deliveries, and is resent", async ({ page, people }) => {
  const team = await people.team();
  const receiver = await openReceiver();
  const { received } = receiver;
  const endpoint = await people.webhooks.endpoint(team, {
    url: receiver.url,
    types: ["account.*"],
  });
  const customer = await people.business.customer(team, { email: "anna@example.com" });
  const types = () => received.map(({ body }) => JSON.parse(body).type);
  await expect.poll(types).toEqual(expect.arrayContaining(["account.created"]));
  await signIn(page, team.owner, "/events");
  await page.getByRole("button", { name: "account.created" }).click();
  const drawer = page.getByRole("dialog", { name: "Event" });
  await expect(drawer).toContainText("Delivered");
  await drawer.getByRole("button", { name: "Copy", exact: true }).click();
  const sent = received.find(({ body }) => body.includes("account.created"));
  expect(JSON.parse(await clipboard(page))).toEqual(JSON.parse(sent?.body ?? ""));

  const count = received.length;
  await drawer.getByRole("button", { name: `Resend to ${receiver.url}` }).click();
  await expect.poll(() => received.length).toBe(count + 1);
  expect(received.at(-1)?.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);

  await drawer.getByRole("link", { name: receiver.url }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${endpoint.id}\\?delivery=evt_`));
  await expect(page.getByRole("dialog", { name: "Delivery" })).toContainText(customer.id);
  await page.goBack();
  await drawer.getByRole("link", { name: customer.id }).click();
  await expect(page).toHaveURL(at(`/customers/${customer.id}`));
  receiver.close();
});
