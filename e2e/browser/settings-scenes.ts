import { expect } from "playwright/test";
import { PASSWORD } from "./people";
import {
  at,
  chooseFirst,
  dialog,
  fill,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";

const security = inOrder(at("/account"), table("Active sessions"));
const team = inOrder(at("/settings/team"), table("Team"));
const invited = (action: string) =>
  inOrder(team, chooseFirst(/^Actions for guest-/, action), dialog);
const payoutDetails = inOrder(at("/settings/payout-details"), text("DE89 •••• •••• 3000"));
const terms = inOrder(at("/settings/terms"), table("Terms"));
const alerts = inOrder(at("/settings/alerts"), table("Alerts"));
const firstAlert = (action: string) =>
  inOrder(alerts, chooseFirst(/^Actions for /, action), dialog);
const newAlert = inOrder(at("/settings/alerts"), press("New alert"), dialog);

/** The settings, with every dialog that can be opened without changing anything. */
export const SETTINGS_SCENES: readonly Scene[] = [
  scene(
    "profile, with errors",
    "owner",
    at("/settings/profile"),
    fill("Logo", "logo.svg"),
    fill("Brand color", "#ffe066"),
    fill("Support email", "nobody"),
    press("Save branding"),
    text("Must be an email address."),
  ),
  scene(
    "profile, for a viewer",
    "viewer",
    at("/settings/profile"),
    text("Only owners can edit branding"),
  ),
  scene("team", "owner", team),
  scene("team, for a viewer", "viewer", team),
  scene("team, suspended", "suspended", team),
  scene("Invite member", "owner", team, press("Invite member"), dialog),
  scene("the menu of a member", "owner", team, async (page) => {
    await page
      .getByRole("button", { name: /^Actions for / })
      .first()
      .click();
    await expect(page.getByRole("menu")).toBeVisible();
  }),
  scene("Change role", "owner", invited("Change role")),
  scene("Revoke invite", "owner", invited("Revoke invite")),
  scene(
    "a new invite's link",
    "owner",
    invited("New invite link"),
    press("Create invite link"),
    text(/\/welcome#/),
  ),
  scene(
    "Revoke link",
    "owner",
    team,
    chooseFirst(/^Actions for the link for guest-/, "Revoke link"),
    dialog,
  ),
  scene("terms", "owner", terms),
  scene("terms, none", "newcomer", at("/settings/terms"), text("No terms yet")),
  scene("payout details, pending", "owner", payoutDetails),
  scene("payout details, for a viewer", "viewer", payoutDetails),
  scene(
    "payout details, none",
    "newcomer",
    at("/settings/payout-details"),
    text("No payout details yet"),
  ),
  scene(
    "Change payout details, with an error",
    "owner",
    payoutDetails,
    press("Change payout details"),
    fill("IBAN", "DE88370400440532013000"),
    (page) => page.getByLabel("Account holder").focus(),
    text("Not a valid IBAN."),
  ),
  scene("Cancel change", "owner", payoutDetails, press("Cancel change"), dialog),
  scene("alerts", "owner", alerts),
  scene("alerts, for a viewer", "viewer", alerts),
  scene("alerts, none", "newcomer", at("/settings/alerts"), text("No alerts yet")),
  scene(
    "New alert, with an error",
    "owner",
    newAlert,
    fill("Share of requests", "0"),
    press("Create alert"),
    text("Enter a number from 1 to 100."),
  ),
  scene("New alert, without a key", "newcomer", newAlert, text("Create an API key first.")),
  scene("Edit threshold", "owner", firstAlert("Edit threshold")),
  scene("Delete alert", "owner", firstAlert("Delete")),
  scene("security", "owner", security),
  scene("security, for an operator", "operator", security),
  scene(
    "setting up two-factor authentication",
    "newcomer",
    security,
    press("Enable"),
    async (page) => {
      await page.getByRole("dialog").getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    },
  ),
  scene("new recovery codes", "operator", security, press("New recovery codes"), dialog),
  scene("Sign out everywhere", "viewer", security, press("Sign out everywhere"), dialog),
  scene("audit log", "owner", at("/settings/audit-log"), table("Audit log")),
  scene(
    "audit log, no matching events",
    "viewer",
    at("/settings/audit-log?subject=nothing"),
    text("No matching events"),
  ),
];
