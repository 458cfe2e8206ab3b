import { expect } from "playwright/test";
import type { People } from "./people";
import { at, dialog, heading, inOrder, press, type Scene, scene, table, text } from "./scene";

const LONG_ROUTE = "/accounts/{id}";

/** Sample data for these scenes: every kind of response, from today and earlier days. */
export async function callALot(people: People, key: { id: string; partnerId: string }) {
  await people.called(key, { status: 200, route: "/prices", times: 12, hoursAgo: 1 });
  await people.called(key, { status: 304, route: "/metrics", hoursAgo: 30 });
  await people.called(key, {
    status: 422,
    errorCode: "validation_failed",
    issues: [
      { path: "email", message: "Must be an email address." },
      { path: "metadata.plan", message: "x".repeat(150) },
    ],
    method: "PATCH",
    route: LONG_ROUTE,
    hoursAgo: 2,
    address: "2001:db8:1234:5678:9abc:def0:1234:5678",
    clientRequestId: "x".repeat(128),
  });
  await people.called(key, { status: 429, errorCode: "rate_limited", route: "/prices", times: 4 });
  await people.called(key, { status: 503, errorCode: "unavailable", method: "POST" });
}

const overview = inOrder(at("/overview"), heading("Overview"));
const log = inOrder(at("/logs"), table("Requests"));
/** Opens the page of a key. */
const keyPage = (name: string) =>
  inOrder(at("/api-keys"), (page) => page.getByRole("link", { name, exact: true }).first().click());
const key = inOrder(keyPage("Everything"), heading("Everything"), table("Requests"));
const pressed = (name: string) =>
  inOrder(key, (page) => page.getByRole("button", { name, exact: true }).click(), dialog);

/** The overview, the request log and the page of a key, with their drawers and dialogs. */
export const TRAFFIC_SCENES: readonly Scene[] = [
  scene("overview", "owner", overview, text("Needs attention"), text("Latest payout")),
  scene("overview, as a table", "owner", overview, async (page) => {
    await page.getByText("Table", { exact: true }).first().click();
    await expect(page.getByRole("table").first()).toBeVisible();
  }),
  scene("overview, first steps", "newcomer", overview, text("Get started")),
  scene("overview, suspended", "suspended", overview, text("This account is suspended")),
  scene("request log", "owner", log),
  scene(
    "request log, nothing fits",
    "owner",
    at("/logs?code=not_found&from=2026-11-21T10:00:00Z&to=2026-11-20T10:00:00Z"),
    press(/^Filters/),
    text("End must be after start"),
    text("No matching requests"),
  ),
  scene("request log, none yet", "newcomer", at("/logs"), text("No requests yet")),
  scene("the answers to choose from", "owner", log, press(/^Filters/), async (page) => {
    await page.getByRole("combobox", { name: "Status" }).click();
    await expect(page.getByRole("option", { name: /^429/ })).toBeVisible();
  }),
  scene(
    "a request, explained",
    "viewer",
    at("/logs?status=422"),
    press(`PATCH ${LONG_ROUTE}`),
    async (page) => {
      await expect(page.getByRole("dialog")).toContainText("View docs for validation_failed");
    },
  ),
  scene("a request that is none", "owner", at("/logs?request=req_x"), text("Request not found")),
  scene("a key", "owner", key),
  scene("a key, for a viewer", "viewer", key),
  scene("a key being replaced", "owner", keyPage("Billing"), text("Rotation in progress")),
  scene("a leaked key", "owner", keyPage("In a repository"), text("This key was leaked")),
  scene("no such key", "owner", at("/api-keys/key_x"), text("Key not found")),
  scene("rename a key", "owner", pressed("Rename")),
  scene("edit the expiration", "owner", pressed("Edit expiration")),
  scene("edit the IP addresses", "owner", pressed("Edit IP addresses"), async (page) => {
    await page.getByRole("dialog").getByLabel("IP addresses").fill("");
    await expect(page.getByRole("checkbox", { name: /from everywhere/ })).toBeVisible();
  }),
  scene(
    "widen a key",
    "owner",
    keyPage("Granted"),
    press("Edit scopes"),
    (page) => page.getByRole("checkbox", { name: "payouts:read" }).check(),
    text("I understand that"),
  ),
  scene("keys, none that fits", "owner", at("/api-keys?search=no%20one"), text("No matching keys")),
];
