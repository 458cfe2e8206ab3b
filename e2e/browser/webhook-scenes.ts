import { expect } from "playwright/test";
import {
  at,
  chooseFirst,
  dialog,
  follow,
  heading,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";

const list = inOrder(at("/webhooks"), table("Webhook endpoints"));
const endpoint = (name: RegExp) =>
  inOrder(list, follow(name), (page) =>
    expect(page.getByRole("heading", { name: "Deliveries" })).toBeVisible(),
  );
const working = endpoint(/^api\.acme/);
const failing = endpoint(/^hooks\./);
const disabled = endpoint(/^old\./);
const chosen = (action: string) => inOrder(working, chooseFirst(/^Actions for/, action), dialog);
const events = inOrder(at("/events"), table("Events"));

/** The pages of webhooks and events, with their drawers and dialogs. */
export const WEBHOOK_SCENES: readonly Scene[] = [
  scene("webhooks", "owner", list),
  scene("webhooks, for a viewer", "viewer", list),
  scene("webhooks, none yet", "newcomer", at("/webhooks"), text("No webhook endpoints yet")),
  scene("add an endpoint", "owner", at("/webhooks?new=true"), async (page) => {
    await page.getByLabel("Selected events").check();
    await page.getByRole("checkbox", { name: "payout.*" }).check();
    await page.getByRole("checkbox", { name: "key.created" }).check();
    await page.getByLabel("Endpoint URL").fill("http://acme.example");
  }),
  scene(
    "add an endpoint, with errors",
    "owner",
    at("/webhooks?new=true"),
    async (page) => {
      await page.getByLabel("Selected events").check();
      await page.getByLabel("Rate limit").fill("5000");
      await page.getByRole("button", { name: "Add endpoint" }).last().click();
    },
    text("Choose at least one"),
  ),
  scene("an endpoint", "owner", working),
  scene("an endpoint that fails", "owner", failing),
  scene("an endpoint that is disabled", "viewer", disabled),
  scene(
    "deliveries, none that fits",
    "owner",
    working,
    (page) => page.goto(`${page.url()}?type=ping`),
    text("No matching deliveries"),
  ),
  scene(
    "a delivery",
    "owner",
    failing,
    async (page) => {
      // Without a filter, what other scenes do moves it off the first page.
      await page.goto(`${page.url()}?type=payout.paid`);
      await page.getByRole("button", { name: "payout.paid" }).last().click();
    },
    text("Response headers"),
  ),
  scene("a delivery, for a viewer", "viewer", working, async (page) => {
    await page.goto(`${page.url()}?status=failed`);
    await page.getByRole("button", { name: "webhook_endpoint.disabled" }).click();
    await expect(page.getByRole("dialog")).toContainText("Connection reset");
  }),
  scene("no such endpoint", "owner", at("/webhooks/whe_x"), text("Webhook endpoint not found")),
  scene("edit an endpoint", "owner", chosen("Edit")),
  scene("send a test event", "owner", chosen("Send test event")),
  scene("rotate a secret", "owner", chosen("Rotate secret")),
  scene(
    "save a signing secret",
    "owner",
    chosen("Rotate secret"),
    press("Rotate secret"),
    text("Copy this secret now"),
    (page) => page.keyboard.press("Escape"),
    text("Close without copying?"),
  ),
  scene("resend deliveries", "owner", chosen("Resend deliveries")),
  scene("disable an endpoint", "owner", chosen("Disable")),
  scene("delete an endpoint", "owner", chosen("Delete")),
  scene(
    "enable an endpoint",
    "owner",
    disabled,
    press("Enable endpoint"),
    text("Send what was missed"),
  ),
  scene("events", "owner", events),
  scene("events, none yet", "newcomer", at("/events"), heading("Events")),
  scene("events, none that fits", "owner", at("/events?subject=acc_x"), text("No matching events")),
  scene(
    "an event",
    "owner",
    events,
    (page) => page.getByRole("button", { name: "key.created" }).first().click(),
    text("Payload"),
  ),
];
