import { expect, type Page } from "playwright/test";
import type { People } from "./people";
import { act, createKey } from "./test";

/** The user of a scene: their cookies are set before it is opened. */
export type Audience = "nobody" | "owner" | "newcomer" | "suspended" | "viewer" | "operator";

export type Scene = {
  name: string;
  as: Audience;
  /** Phones don't show it. */
  isWide?: boolean;
  /** Opens the scene; `people` creates data that the scene uses up. */
  open(page: Page, people: People): Promise<void>;
};

const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

async function keys(page: Page): Promise<void> {
  await page.goto("/api-keys");
  await expect(page.getByRole("table")).toBeVisible();
}

async function requests(page: Page): Promise<void> {
  await page.goto("/operator/limit-requests");
  await expect(page.getByRole("table", { name: "Limit requests" })).toBeVisible();
}

async function firstRequest(page: Page, item: string): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(`^${item} `) })
    .first()
    .click();
}

/** Every page, and every dialog in all of its states. */
export const SCENES: readonly Scene[] = [
  {
    name: "sign-in",
    as: "nobody",
    open: async (page) => {
      await page.goto("/sign-in");
      await heading(page, "Sign in");
    },
  },
  {
    name: "sign-in after an expired session, with an error",
    as: "nobody",
    open: async (page) => {
      await page.goto("/sign-in?reason=expired");
      await expect(page.getByText("Your session expired")).toBeVisible();
    },
  },
  {
    name: "a forgotten password, without a mail server",
    as: "nobody",
    open: async (page) => {
      await page.goto("/forgot-password");
      await heading(page, "Reset your password");
    },
  },
  {
    name: "welcome",
    as: "nobody",
    open: async (page, people) => {
      const team = await people.team();
      const { token } = await people.invite(team, `guest@${team.code}.example`);
      await page.goto(`/welcome#${token}`);
      await heading(page, "Welcome to Latchkey");
    },
  },
  {
    name: "an expired link",
    as: "nobody",
    open: async (page) => {
      await page.goto("/welcome");
      await heading(page, "This link isn't valid");
    },
  },
  {
    name: "API reference",
    as: "nobody",
    open: async (page) => {
      await page.goto("/docs");
      await heading(page, "API reference");
    },
  },
  {
    name: "platform API reference",
    as: "nobody",
    open: async (page) => {
      await page.goto("/docs/platform");
      await heading(page, "Platform API reference");
    },
  },
  {
    name: "webhooks guide",
    as: "nobody",
    open: async (page) => {
      await page.goto("/docs/webhooks");
      await heading(page, "Webhooks");
    },
  },
  {
    name: "error codes",
    as: "nobody",
    open: async (page) => {
      await page.goto("/docs/errors#rate_limited");
      await heading(page, "Error codes");
    },
  },
  {
    name: "API changelog",
    as: "nobody",
    open: async (page) => {
      await page.goto("/docs/changelog");
      await heading(page, "Changelog");
    },
  },
  {
    name: "not found",
    as: "nobody",
    open: async (page) => {
      await page.goto("/no/such/page");
      await heading(page, "Page not found");
    },
  },
  { name: "API keys", as: "owner", open: keys },
  {
    name: "API keys, including revoked keys",
    as: "owner",
    open: async (page) => {
      await page.goto("/api-keys?show=all");
      await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
    },
  },
  { name: "API keys, for a viewer", as: "viewer", open: keys },
  { name: "API keys, suspended", as: "suspended", open: keys },
  {
    name: "API keys, empty",
    as: "newcomer",
    open: async (page) => {
      await page.goto("/api-keys");
      await expect(page.getByText("No keys yet")).toBeVisible();
    },
  },
  {
    name: "a key's scopes",
    isWide: true,
    as: "owner",
    open: async (page) => {
      await keys(page);
      await page.getByRole("button", { name: /scopes for Everything$/ }).click();
      await expect(page.getByText("View metrics and revenue totals")).toBeVisible();
    },
  },
  {
    name: "New key, with an error",
    as: "owner",
    open: async (page) => {
      await keys(page);
      await page.getByRole("button", { name: "New key" }).click();
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByLabel("Expiration").selectOption("Custom date…");
    },
  },
  {
    name: "New key, confirming to close before copying",
    as: "owner",
    open: async (page) => {
      await keys(page);
      await createKey(page, "Looked at");
      await page.keyboard.press("Escape");
      await expect(page.getByText("Close without copying?")).toBeVisible();
    },
  },
  {
    name: "Rotate",
    as: "owner",
    open: async (page) => {
      await keys(page);
      await act(page, "Everything", "Rotate");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "Revoke",
    as: "owner",
    open: async (page) => {
      await keys(page);
      await act(page, "Everything", "Revoke");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "Request increase, with errors",
    as: "owner",
    open: async (page) => {
      await keys(page);
      await act(page, "Granted", "Request increase");
      await page.getByRole("button", { name: "Send request" }).click();
      await expect(page.getByText("Enter a reason.")).toBeVisible();
    },
  },
  {
    name: "the result of a limit request",
    isWide: true,
    as: "viewer",
    open: async (page) => {
      await keys(page);
      await page.getByRole("button", { name: "Declined:" }).click();
      await expect(page.getByText("Usage in the 7 days before the request")).toBeVisible();
    },
  },
  {
    name: "the user's menu",
    as: "owner",
    open: async (page) => {
      await keys(page);
      const burger = page.getByRole("button", { name: "Open navigation" });
      if (await burger.isVisible()) await burger.click();
      await page.getByRole("button", { name: /owner@/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "the operators' overview",
    as: "operator",
    open: async (page) => {
      await page.goto("/operator");
      await heading(page, "Overview");
      await expect(page.getByRole("heading", { name: "Last 30 days" })).toBeVisible();
    },
  },
  {
    name: "partners",
    as: "operator",
    open: async (page) => {
      await page.goto("/operator/partners");
      await heading(page, "Partners");
    },
  },
  {
    name: "Suspend",
    as: "operator",
    open: async (page) => {
      await page.goto("/operator/partners");
      await page
        .getByRole("row")
        .filter({ hasText: "Active" })
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Suspend" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "limit requests", as: "operator", open: requests },
  {
    name: "Approve, with an error",
    as: "operator",
    open: async (page) => {
      await requests(page);
      await firstRequest(page, "Approve");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("New limit").fill("1");
      await dialog.getByRole("button", { name: "Approve" }).click();
      await expect(dialog.getByText("Enter a number")).toBeVisible();
    },
  },
  {
    name: "Decline, with an error",
    as: "operator",
    open: async (page) => {
      await requests(page);
      await firstRequest(page, "Decline");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Decline" }).click();
      await expect(dialog.getByText("Enter a reason.")).toBeVisible();
    },
  },
];
