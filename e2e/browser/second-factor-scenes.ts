import { expect, type Page } from "playwright/test";
import { codeAt } from "../../server/testing/authenticator";
import { enterPassword, type Person, signIn } from "./people";
import { press, type Scene, scene, text } from "./scene";

/** Signs out first, because each of these scenes uses up its user. */
async function begin(page: Page, person: Person): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await enterPassword(page, person);
}

/** The one-time steps of the second factor, before and after the password. */
export const SECOND_FACTOR_SCENES: readonly Scene[] = [
  scene(
    "the code step of sign-in, with an error",
    "nobody",
    async (page, people) => {
      await begin(page, await people.enrol((await people.team()).owner));
      await page.getByLabel("Code", { exact: true }).fill("000000");
    },
    press("Confirm"),
    text("Invalid or already used code"),
  ),
  scene("the required two-factor setup of an operator", "nobody", async (page, people) => {
    await begin(page, await people.newcomer());
    const title = page.getByRole("heading", { name: "Set up two-factor authentication" });
    await expect(title).toBeVisible();
  }),
  scene(
    "confirming a sensitive action, with an error",
    "nobody",
    async (page, people) => {
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
    },
    press("Confirm"),
    text("Invalid or already used code"),
  ),
  scene("new recovery codes at setup", "nobody", async (page, people) => {
    const { owner } = await people.team();
    await page.context().clearCookies();
    await signIn(page, owner, "/account");
    await page.getByRole("button", { name: "Enable" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Current password").fill(owner.password);
    await form.getByRole("button", { name: "Continue" }).click();
    await expect(form.getByRole("img", { name: /QR code/ })).toBeVisible();
    const secret = ((await form.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await form.getByLabel("Code", { exact: true }).fill(codeAt(secret, Date.now()));
    await form.getByRole("button", { name: "Enable" }).click();
    await expect(form.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  }),
];
