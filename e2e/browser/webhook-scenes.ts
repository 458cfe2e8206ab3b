import { expect, type Page } from "playwright/test";
import type { Audience, Scene } from "./scenes";

const scene = (name: string, as: Audience, open: Scene["open"]): Scene => ({ name, as, open });
const text = (page: Page, shown: string | RegExp) =>
  expect(page.getByText(shown).first()).toBeVisible();

async function list(page: Page): Promise<void> {
  await page.goto("/webhooks");
  await expect(page.getByRole("table", { name: "Webhook endpoints" })).toBeVisible();
}

const endpoint = (name: RegExp) => async (page: Page) => {
  await list(page);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeVisible();
};
const working = endpoint(/^api\.acme/);
const failing = endpoint(/^hooks\./);
const disabled = endpoint(/^old\./);

const chosen = (item: string) => async (page: Page) => {
  await working(page);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

async function events(page: Page): Promise<void> {
  await page.goto("/events");
  await expect(page.getByRole("table", { name: "Events" })).toBeVisible();
}

/** The pages of webhooks and events, with their drawers and dialogs. */
export const WEBHOOK_SCENES: readonly Scene[] = [
  scene("webhooks", "owner", list),
  scene("webhooks, for a viewer", "viewer", list),
  scene("webhooks, none yet", "newcomer", async (page) => {
    await page.goto("/webhooks");
    await text(page, "No webhook endpoints yet");
  }),
  scene("add an endpoint", "owner", async (page) => {
    await page.goto("/webhooks?new=true");
    await page.getByLabel("Selected events").check();
    await page.getByRole("checkbox", { name: "payout.*" }).check();
    await page.getByRole("checkbox", { name: "key.created" }).check();
    await page.getByLabel("Endpoint URL").fill("http://acme.example");
  }),
  scene("add an endpoint, with errors", "owner", async (page) => {
    await page.goto("/webhooks?new=true");
    await page.getByLabel("Selected events").check();
    await page.getByLabel("Rate limit").fill("5000");
    await page.getByRole("button", { name: "Add endpoint" }).last().click();
    await text(page, "Choose at least one");
  }),
  scene("an endpoint", "owner", working),
  scene("an endpoint that fails", "owner", failing),
  scene("an endpoint that is disabled", "viewer", disabled),
  scene("deliveries, none that fits", "owner", async (page) => {
    await working(page);
    await page.goto(`${page.url()}?type=ping`);
    await text(page, "No matching deliveries");
  }),
  scene("a delivery", "owner", async (page) => {
    await failing(page);
    // Without a filter, what other scenes do moves it off the first page.
    await page.goto(`${page.url()}?type=payout.paid`);
    await page.getByRole("button", { name: "payout.paid" }).last().click();
    await text(page, "Response headers");
  }),
  scene("a delivery, for a viewer", "viewer", async (page) => {
    await working(page);
    await page.goto(`${page.url()}?status=failed`);
    await page.getByRole("button", { name: "webhook_endpoint.disabled" }).click();
    await expect(page.getByRole("dialog")).toContainText("Connection reset");
  }),
  scene("no such endpoint", "owner", async (page) => {
    await page.goto("/webhooks/whe_x");
    await text(page, "Webhook endpoint not found");
  }),
  scene("edit an endpoint", "owner", chosen("Edit")),
  scene("send a test event", "owner", chosen("Send test event")),
  scene("rotate a secret", "owner", chosen("Rotate secret")),
  scene("save a signing secret", "owner", async (page) => {
    await chosen("Rotate secret")(page);
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await text(page, "Copy this secret now");
    await page.keyboard.press("Escape");
    await text(page, "Close without copying?");
  }),
  scene("resend deliveries", "owner", chosen("Resend deliveries")),
  scene("disable an endpoint", "owner", chosen("Disable")),
  scene("delete an endpoint", "owner", chosen("Delete")),
  scene("enable an endpoint", "owner", async (page) => {
    await disabled(page);
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await text(page, "Send what was missed");
  }),
  scene("events", "owner", events),
  scene("events, none yet", "newcomer", async (page) => {
    await page.goto("/events");
    await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  }),
  scene("events, none that fits", "owner", async (page) => {
    await page.goto("/events?subject=acc_x");
    await text(page, "No matching events");
  }),
  scene("an event", "owner", async (page) => {
    await events(page);
    await page.getByRole("button", { name: "key.created" }).first().click();
    await text(page, "Payload");
  }),
];
