import { expect, type Page } from "playwright/test";
import { codeAt } from "../../server/testing/authenticator";
import { enterPassword, type Person, signIn } from "./people";
import type { Scene } from "./scenes";

/** Signs out first, because each of these scenes uses up its user. */
async function begin(page: Page, person: Person): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await enterPassword(page, person);
}

/** The one-time steps of the second factor, before and after the password. */
export const SECOND_FACTOR_SCENES: readonly Scene[] = [
  {
    name: "the code step of sign-in, with an error",
    as: "nobody",
    open: async (page, people) => {
      await begin(page, await people.enrol((await people.team()).owner));
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Invalid or already used code")).toBeVisible();
    },
  },
  {
    name: "the required two-factor setup of an operator",
    as: "nobody",
    open: async (page, people) => {
      await begin(page, await people.newcomer());
      const title = page.getByRole("heading", { name: "Set up two-factor authentication" });
      await expect(title).toBeVisible();
    },
  },
  {
    name: "confirming a sensitive action, with an error",
    as: "nobody",
    open: async (page, people) => {
      const team = await people.team();
      const owner = await people.enrol(team.owner);
      const member = await people.member(team, "viewer");
      await page.context().clearCookies();
      await signIn(page, owner, "/settings/team");
      await people.ageProofs(owner);
      await page.getByRole("button", { name: `Actions for ${member.email}` }).click();
      await page.getByRole("menuitem", { name: "Reset password" }).click();
      await page.getByRole("button", { name: "Create reset link" }).click();
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Invalid or already used code")).toBeVisible();
    },
  },
  {
    name: "new recovery codes at setup",
    as: "nobody",
    open: async (page, people) => {
      const { owner } = await people.team();
      await page.context().clearCookies();
      await signIn(page, owner, "/account");
      await page.getByRole("button", { name: "Enable" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill(owner.password);
      await dialog.getByRole("button", { name: "Continue" }).click();
      await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
      const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
      await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, Date.now()));
      await dialog.getByRole("button", { name: "Enable" }).click();
      await expect(dialog.getByRole("list", { name: "Recovery codes" })).toBeVisible();
    },
  },
];
