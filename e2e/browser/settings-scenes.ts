import { expect, type Page } from "playwright/test";
import { PASSWORD } from "./people";
import type { Scene } from "./scenes";

async function security(page: Page): Promise<void> {
  await page.goto("/account");
  await expect(page.getByRole("table", { name: "Active sessions" })).toBeVisible();
}

async function team(page: Page): Promise<void> {
  await page.goto("/settings/team");
  await expect(page.getByRole("table", { name: "Team" })).toBeVisible();
}

async function invited(page: Page, item: string): Promise<void> {
  await team(page);
  await page
    .getByRole("button", { name: /^Actions for guest-/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function payoutDetails(page: Page): Promise<void> {
  await page.goto("/settings/payout-details");
  await expect(page.getByText("DE89 •••• •••• 3000").first()).toBeVisible();
}

async function terms(page: Page): Promise<void> {
  await page.goto("/settings/terms");
  await expect(page.getByRole("table", { name: "Terms" })).toBeVisible();
}

async function alerts(page: Page): Promise<void> {
  await page.goto("/settings/alerts");
  await expect(page.getByRole("table", { name: "Alerts" })).toBeVisible();
}

async function firstAlert(page: Page, item: string): Promise<void> {
  await alerts(page);
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function newAlert(page: Page): Promise<void> {
  await page.goto("/settings/alerts");
  await page.getByRole("button", { name: "New alert" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** The settings, with every dialog that can be opened without changing anything. */
export const SETTINGS_SCENES: readonly Scene[] = [
  {
    name: "profile, with errors",
    as: "owner",
    open: async (page) => {
      await page.goto("/settings/profile");
      await page.getByLabel("Logo").fill("logo.svg");
      await page.getByLabel("Brand color").fill("#ffe066");
      await page.getByLabel("Support email").fill("nobody");
      await page.getByRole("button", { name: "Save branding" }).click();
      await expect(page.getByText("Must be an email address.")).toBeVisible();
    },
  },
  {
    name: "profile, for a viewer",
    as: "viewer",
    open: async (page) => {
      await page.goto("/settings/profile");
      await expect(page.getByText("Only owners can edit branding")).toBeVisible();
    },
  },
  { name: "team", as: "owner", open: team },
  { name: "team, for a viewer", as: "viewer", open: team },
  { name: "team, suspended", as: "suspended", open: team },
  {
    name: "Invite member",
    as: "owner",
    open: async (page) => {
      await team(page);
      await page.getByRole("button", { name: "Invite member" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "the menu of a member",
    as: "owner",
    open: async (page) => {
      await team(page);
      await page
        .getByRole("button", { name: /^Actions for / })
        .first()
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  { name: "Change role", as: "owner", open: (page) => invited(page, "Change role") },
  {
    name: "Revoke invite",
    as: "owner",
    open: (page) => invited(page, "Revoke invite"),
  },
  {
    name: "a new invite's link",
    as: "owner",
    open: async (page) => {
      await invited(page, "New invite link");
      await page.getByRole("button", { name: "Create invite link" }).click();
      await expect(page.getByText(/\/welcome#/)).toBeVisible();
    },
  },
  {
    name: "Revoke link",
    as: "owner",
    open: async (page) => {
      await team(page);
      await page
        .getByRole("button", { name: /^Actions for the link for guest-/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Revoke link" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "terms", as: "owner", open: terms },
  {
    name: "terms, none",
    as: "newcomer",
    open: async (page) => {
      await page.goto("/settings/terms");
      await expect(page.getByText("No terms yet")).toBeVisible();
    },
  },
  { name: "payout details, pending", as: "owner", open: payoutDetails },
  { name: "payout details, for a viewer", as: "viewer", open: payoutDetails },
  {
    name: "payout details, none",
    as: "newcomer",
    open: async (page) => {
      await page.goto("/settings/payout-details");
      await expect(page.getByText("No payout details yet")).toBeVisible();
    },
  },
  {
    name: "Change payout details, with an error",
    as: "owner",
    open: async (page) => {
      await payoutDetails(page);
      await page.getByRole("button", { name: "Change payout details" }).click();
      await page.getByLabel("IBAN").fill("DE88370400440532013000");
      await page.getByLabel("Account holder").focus();
      await expect(page.getByText("Not a valid IBAN.")).toBeVisible();
    },
  },
  {
    name: "Cancel change",
    as: "owner",
    open: async (page) => {
      await payoutDetails(page);
      await page.getByRole("button", { name: "Cancel change" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "alerts", as: "owner", open: alerts },
  { name: "alerts, for a viewer", as: "viewer", open: alerts },
  {
    name: "alerts, none",
    as: "newcomer",
    open: async (page) => {
      await page.goto("/settings/alerts");
      await expect(page.getByText("No alerts yet")).toBeVisible();
    },
  },
  {
    name: "New alert, with an error",
    as: "owner",
    open: async (page) => {
      await newAlert(page);
      await page.getByLabel("Share of requests").fill("0");
      await page.getByRole("button", { name: "Create alert" }).click();
      await expect(page.getByText("Enter a number from 1 to 100.")).toBeVisible();
    },
  },
  {
    name: "New alert, without a key",
    as: "newcomer",
    open: async (page) => {
      await newAlert(page);
      await expect(page.getByText("Create an API key first.")).toBeVisible();
    },
  },
  { name: "Edit threshold", as: "owner", open: (page) => firstAlert(page, "Edit threshold") },
  { name: "Delete alert", as: "owner", open: (page) => firstAlert(page, "Delete") },
  { name: "security", as: "owner", open: security },
  { name: "security, for an operator", as: "operator", open: security },
  {
    name: "setting up two-factor authentication",
    as: "newcomer",
    open: async (page) => {
      await security(page);
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByRole("dialog").getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    },
  },
  {
    name: "new recovery codes",
    as: "operator",
    open: async (page) => {
      await security(page);
      await page.getByRole("button", { name: "New recovery codes" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "Sign out everywhere",
    as: "viewer",
    open: async (page) => {
      await security(page);
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "audit log",
    as: "owner",
    open: async (page) => {
      await page.goto("/settings/audit-log");
      await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
    },
  },
  {
    name: "audit log, no matching events",
    as: "viewer",
    open: async (page) => {
      await page.goto("/settings/audit-log?subject=nothing");
      await expect(page.getByText("No matching events")).toBeVisible();
    },
  },
];
