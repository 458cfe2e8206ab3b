import { expect, type Page } from "playwright/test";
import type { People } from "./people";
import type { Audience, Scene } from "./scenes";

const LONG_ROUTE = "/accounts/{id}";

/** Sample data for these scenes: every kind of response, from today and earlier days. */
export async function callALot(people: People, key: { id: string; partnerId: string }) {
  await people.called(key, { status: 200, route: "/prices", times: 12, hoursAgo: 1 });
  await people.called(key, { status: 304, route: "/metrics", hoursAgo: 30 });
  await people.called(key, {
    status: 404,
    errorCode: "not_found",
    route: LONG_ROUTE,
    hoursAgo: 2,
    address: "2001:db8:1234:5678:9abc:def0:1234:5678",
    clientRequestId: "x".repeat(128),
  });
  await people.called(key, { status: 429, errorCode: "rate_limited", route: "/prices", times: 4 });
  await people.called(key, { status: 503, errorCode: "unavailable", method: "POST" });
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
const scene = (name: string, as: Audience, open: Scene["open"]): Scene => ({ name, as, open });
const text = (page: Page, shown: string) => expect(page.getByText(shown).first()).toBeVisible();

async function overview(page: Page): Promise<void> {
  await page.goto("/overview");
  await heading(page, "Overview");
}

async function log(page: Page): Promise<void> {
  await page.goto("/logs");
  await expect(page.getByRole("table", { name: "Requests" })).toBeVisible();
}

async function key(page: Page): Promise<void> {
  await page.goto("/api-keys");
  await page.getByRole("link", { name: "Everything", exact: true }).click();
  await heading(page, "Everything");
  await expect(page.getByRole("table", { name: "Requests" })).toBeVisible();
}

const pressed = (button: string) => async (page: Page) => {
  await key(page);
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** The overview, the request log and the page of a key, with their drawers and dialogs. */
export const TRAFFIC_SCENES: readonly Scene[] = [
  scene("overview", "owner", async (page) => {
    await overview(page);
    await text(page, "Needs attention");
    await text(page, "Latest payout");
  }),
  scene("overview, as a table", "owner", async (page) => {
    await overview(page);
    await page.getByText("Table", { exact: true }).first().click();
    await expect(page.getByRole("table").first()).toBeVisible();
  }),
  scene("overview, first steps", "newcomer", async (page) => {
    await overview(page);
    await text(page, "Get started");
  }),
  scene("overview, suspended", "suspended", async (page) => {
    await overview(page);
    await text(page, "This account is suspended");
  }),
  scene("request log", "owner", log),
  scene("request log, nothing fits", "owner", async (page) => {
    await page.goto("/logs?code=not_found&from=2026-11-21T10:00:00Z&to=2026-11-20T10:00:00Z");
    await page.getByRole("button", { name: /^Filters/ }).click();
    await text(page, "End must be after start");
    await text(page, "No matching requests");
  }),
  scene("request log, none yet", "newcomer", async (page) => {
    await page.goto("/logs");
    await text(page, "No requests yet");
  }),
  scene("the answers to choose from", "owner", async (page) => {
    await log(page);
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByRole("combobox", { name: "Status" }).click();
    await expect(page.getByRole("option", { name: /^429/ })).toBeVisible();
  }),
  scene("a request, explained", "viewer", async (page) => {
    await page.goto("/logs?status=404");
    await page.getByRole("button", { name: `GET ${LONG_ROUTE}` }).click();
    await expect(page.getByRole("dialog")).toContainText("View docs for not_found");
  }),
  scene("a request that is none", "owner", async (page) => {
    await page.goto("/logs?request=req_x");
    await text(page, "Request not found");
  }),
  scene("a key", "owner", key),
  scene("a key, for a viewer", "viewer", key),
  scene("a key being replaced", "owner", async (page) => {
    await page.goto("/api-keys");
    await page.getByRole("link", { name: "Billing", exact: true }).first().click();
    await text(page, "Rotation in progress");
  }),
  scene("a leaked key", "owner", async (page) => {
    await page.goto("/api-keys");
    await page.getByRole("link", { name: "In a repository", exact: true }).click();
    await text(page, "This key was leaked");
  }),
  scene("no such key", "owner", async (page) => {
    await page.goto("/api-keys/key_x");
    await text(page, "Key not found");
  }),
  scene("rename a key", "owner", pressed("Rename")),
  scene("edit the expiration", "owner", pressed("Edit expiration")),
  scene("edit the IP addresses", "owner", async (page) => {
    await pressed("Edit IP addresses")(page);
    await page.getByRole("dialog").getByLabel("IP addresses").fill("");
    await expect(page.getByRole("checkbox", { name: /from everywhere/ })).toBeVisible();
  }),
  scene("widen a key", "owner", async (page) => {
    await page.goto("/api-keys");
    await page.getByRole("link", { name: "Granted", exact: true }).click();
    await page.getByRole("button", { name: "Edit scopes" }).click();
    await page.getByRole("checkbox", { name: "payouts:read" }).check();
    await text(page, "I understand that");
  }),
  scene("keys, none that fits", "owner", async (page) => {
    await page.goto("/api-keys?search=zzz");
    await text(page, "No matching keys");
  }),
];
