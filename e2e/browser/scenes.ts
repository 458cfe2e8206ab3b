import { expect } from "playwright/test";
import {
  at,
  choose,
  dialog,
  heading,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";
import { createKey } from "./test";

const keys = inOrder(at("/api-keys"), table("API keys"));
const requests = inOrder(at("/operator/limit-requests"), table("Limit requests"));

/** Presses the button of the first request. */
const firstRequest = (button: RegExp) =>
  inOrder(requests, (page) => page.getByRole("button", { name: button }).first().click());

/** Every page, and every dialog in all of its states. */
export const SCENES: readonly Scene[] = [
  scene("sign-in", "nobody", at("/sign-in"), heading("Sign in")),
  scene(
    "sign-in after an expired session, with an error",
    "nobody",
    at("/sign-in?reason=expired"),
    text("Your session expired"),
  ),
  scene(
    "a forgotten password, without a mail server",
    "nobody",
    at("/forgot-password"),
    heading("Reset your password"),
  ),
  scene(
    "welcome",
    "nobody",
    async (page, people) => {
      const team = await people.team();
      const { token } = await people.invite(team, `guest@${team.code}.example`);
      await page.goto(`/welcome#${token}`);
    },
    heading("Welcome to Latchkey"),
  ),
  scene("an expired link", "nobody", at("/welcome"), heading("This link isn't valid")),
  scene("webhooks guide", "nobody", at("/docs/webhooks"), heading("Webhooks")),
  scene("API reference", "nobody", at("/docs"), heading("API reference")),
  scene(
    "platform API reference",
    "nobody",
    at("/docs/platform"),
    heading("Platform API reference"),
  ),
  scene("error codes", "nobody", at("/docs/errors#rate_limited"), heading("Error codes")),
  scene("API changelog", "nobody", at("/docs/changelog"), heading("Changelog")),
  scene("not found", "nobody", at("/no/such/page"), heading("Page not found")),
  scene("API keys", "owner", keys),
  scene("API keys, including revoked keys", "owner", at("/api-keys?show=all"), (page) =>
    expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible(),
  ),
  scene("API keys, for a viewer", "viewer", keys),
  scene("API keys, suspended", "suspended", keys),
  scene("API keys, empty", "newcomer", at("/api-keys"), text("No keys yet")),
  {
    ...scene(
      "a key's scopes",
      "owner",
      keys,
      press(/scopes for Everything$/),
      text("View metrics and revenue totals"),
    ),
    isWide: true,
  },
  scene("New key, with an error", "owner", keys, press("New key"), press("Create key"), (page) =>
    page.getByLabel("Expiration").selectOption("Custom date…"),
  ),
  scene(
    "New key, confirming to close before copying",
    "owner",
    keys,
    (page) => createKey(page, "Looked at"),
    (page) => page.keyboard.press("Escape"),
    text("Close without copying?"),
  ),
  scene("Rotate", "owner", keys, choose("Everything", "Rotate"), dialog),
  scene("Revoke", "owner", keys, choose("Everything", "Revoke"), dialog),
  scene(
    "Request increase, with errors",
    "owner",
    keys,
    choose("Granted", "Request increase"),
    press("Send request"),
    text("Enter a reason."),
  ),
  {
    ...scene(
      "the result of a limit request",
      "viewer",
      keys,
      press("Declined:"),
      text("Usage in the 7 days before the request"),
    ),
    isWide: true,
  },
  scene("the user's menu", "owner", keys, async (page) => {
    const burger = page.getByRole("button", { name: "Open navigation" });
    if (await burger.isVisible()) await burger.click();
    await page.getByRole("button", { name: /owner@/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
  }),
  scene("the operators' overview", "operator", at("/operator"), heading("Overview"), (page) =>
    expect(page.getByRole("heading", { name: "Last 30 days" })).toBeVisible(),
  ),
  scene("partners", "operator", at("/operator/partners"), heading("Partners")),
  scene(
    "Suspend",
    "operator",
    at("/operator/partners"),
    async (page) => {
      await page
        .getByRole("row")
        .filter({ hasText: "Active" })
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Suspend" }).click();
    },
    dialog,
  ),
  scene("limit requests", "operator", requests),
  scene("Approve, with an error", "operator", firstRequest(/^Approve /), async (page) => {
    const form = page.getByRole("dialog");
    await form.getByLabel("New limit").fill("1");
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(form.getByText("Enter a number")).toBeVisible();
  }),
  scene("Decline, with an error", "operator", firstRequest(/^Decline /), async (page) => {
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Decline" }).click();
    await expect(form.getByText("Enter a message.")).toBeVisible();
  }),
];
