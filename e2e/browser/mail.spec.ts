import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "playwright/test";
import { PASSWORD, parsed, type Smtp, startSmtp, USER } from "../../server/mail/testing/smtp";
import { eventually, freePort } from "../../server/testing/processes";
import { type Product, startProduct } from "../../server/testing/product";
import { signInByForm } from "./people";
import { revealed, test } from "./test";

/** Beside all other tests, making the demo and starting it each take a minute. */
const DEMO_MS = 240_000;

// The product with a mail server that speaks real SMTP. The product of the other specs has none.
let smtp: Smtp;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(DEMO_MS);
  smtp = await startSmtp({ security: "none" });
  const port = await freePort();
  const login = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  const env = {
    SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.server.port}?tls=never`,
    MAIL_FROM: "Latchkey <no-reply@platform.example>",
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
  };
  product = await startProduct({ hasDemo: true, port, env });
});
test.afterAll(async () => {
  await product.stop();
  await smtp.close();
});

const MAIL_MS = 30_000;

/** The link in the mail to this address with this subject, once it has arrived. */
async function linkTo(address: string, subject: string): Promise<string> {
  let link = "";
  await eventually(async () => {
    const mails = await Promise.all(
      smtp.accepted.filter(({ to }) => to.includes(address)).map(parsed),
    );
    const text = mails.find((mail) => mail.subject === subject)?.text ?? "";
    link = /http:\S+/.exec(text)?.[0] ?? "";
    if (link === "") throw new Error(`no mail "${subject}" to ${address}`);
  }, MAIL_MS);
  return link;
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  expect(new URL(link).origin).toBe(product.url);
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
}

test("a new owner gets the invite by mail and creates a key", async ({ page, openElsewhere }) => {
  const password = readFileSync(join(product.dataDir, "demo-password"), "utf8");
  await signInByForm(
    page,
    { email: "operator@latchkey.example", password },
    `${product.url}/sign-in`,
  );
  await page.goto(`${product.url}/operator/partners`);
  await page.getByRole("button", { name: "New partner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Mailed Hosting");
  await dialog.getByLabel(/email/i).fill("ada@mailed.example");
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await expect(dialog.getByText("We're sending this link to ada@mailed.example.")).toBeVisible();

  const owner = await openElsewhere();
  const link = await linkTo("ada@mailed.example", "You're invited to Mailed Hosting");
  await choosePassword(owner, link, "a password of my own");
  await expect(owner).toHaveURL(/\/partners\/mailed-hosting\/overview/);
  await owner.goto(`${product.url}/partners/mailed-hosting/api-keys`);
  await owner.getByRole("main").getByRole("button", { name: "New key" }).first().click();
  const form = owner.getByRole("dialog");
  await form.getByLabel("Name").fill("First");
  await form.getByRole("button", { name: "Read only" }).click();
  await form.getByRole("button", { name: "Create key" }).click();
  expect(await revealed(owner)).toMatch(/^rsk_/);
});

test("a mailed link resets a password; unknown emails look alike", async ({ page }) => {
  const email = "owner@nimbus.example";
  for (const address of ["nobody@nimbus.example", email]) {
    await page.goto(`${product.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The sign-in page has a field of that name too.
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(`If ${address} has an account`)).toBeVisible();
  }
  const link = await linkTo(email, "Reset your password");
  expect(smtp.accepted.some(({ to }) => to.includes("nobody@nimbus.example"))).toBe(false);
  await choosePassword(page, link, "an entirely new password");
  await expect(page).toHaveURL(/\/partners\/nimbus\/overview/);
  await linkTo(email, "Your password was changed");
});
