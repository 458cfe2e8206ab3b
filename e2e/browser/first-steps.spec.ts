import { randomBytes } from "node:crypto";
import { expect, type Page } from "playwright/test";
import {
  PASSWORD as LOGIN,
  parsed,
  type Smtp,
  startSmtp,
  USER,
} from "../../server/mail/testing/smtp";
import { eventually, freePort } from "../../server/testing/processes";
import { type Product, startProduct } from "../../server/testing/product";
import { startRedis, type TestRedis } from "../../server/testing/redis";
import { createDatabase, type TestDatabase } from "../../server/testing/template-database";
import { stage } from "../support/stage";
import { openPeople, PASSWORD, type People, signIn } from "./people";
import { copy, revealed, rowOf, test, withoutScopes } from "./test";

// A platform of its own, with a mail server that speaks real SMTP: that of the other specs has
// partners and products, and no mail server.
let smtp: Smtp;
let database: TestDatabase;
let redis: TestRedis;
let product: Product;
let founders: People;
test.beforeAll(async () => {
  [database, redis, smtp] = await Promise.all([
    createDatabase(stage().databaseUrl),
    startRedis(),
    startSmtp({ security: "none" }),
  ]);
  const stores = { databaseUrl: database.url, redisUrl: redis.url };
  const secret = randomBytes(32).toString("base64url");
  const port = await freePort();
  const login = `${encodeURIComponent(USER)}:${encodeURIComponent(LOGIN)}`;
  const env = {
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.server.port}?tls=never`,
    MAIL_FROM: "Latchkey <no-reply@platform.example>",
  };
  product = await startProduct({ ...stores, port, env });
  founders = await openPeople({ ...stores, secret });
});
test.afterAll(async () => {
  await founders.close();
  await product.stop();
  await Promise.all([redis.stop(), smtp.close()]);
  await database.drop();
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

const step = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

test("an empty platform leads an operator to a first API call", async ({ openElsewhere }) => {
  const page = await openElsewhere({ baseURL: product.url });
  await signIn(page, await founders.operator(), "/operator");
  const done = page.getByRole("img", { name: "Done" });
  await expect(page.getByRole("heading", { name: "Set up your platform" })).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(page.getByText("Last 24 hours")).toHaveCount(0);

  await step(page, "Add products").getByRole("link", { name: "New product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Desk");
  await dialog.getByLabel("Code").fill("desk");
  await dialog.getByRole("combobox", { name: "Currency" }).fill("eur");
  await page.getByRole("option", { name: "EUR" }).click();
  await dialog.getByLabel("Minimum price").fill("5");
  await dialog.getByLabel("Default price").fill("9");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "desk")).toContainText("€9.00");

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(step(page, "Add products").getByRole("img", { name: "Done" })).toBeVisible();
  await step(page, "Create a partner").getByRole("link", { name: "New partner" }).click();
  await dialog.getByLabel("Name").fill("Acme");
  await dialog.getByRole("switch").click();
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create partner" }).click();
  const plaintext = await revealed(page);
  await copy(dialog, "key");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, "acme")).toBeVisible();

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(done).toHaveCount(2);
  await step(page, "Invite its owner").getByRole("link", { name: "Invite to Acme" }).click();
  await page.getByRole("button", { name: "Invite member" }).click();
  await dialog.getByLabel("Email").fill("owner@acme.example");
  await dialog.getByLabel("Owner").check();
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  await expect(dialog.getByText("We're sending this link to owner@acme.example.")).toBeVisible();
  const link = await linkTo("owner@acme.example", "You're invited to Acme");
  await expect(dialog.getByText(/\/welcome#/)).toHaveText(link);
  await copy(dialog, "link");
  await dialog.getByRole("button", { name: "Done" }).click();
  const team = page.getByRole("table", { name: "Team" });
  await expect(team.getByRole("row").filter({ hasText: "owner@acme" })).toContainText("Invited");

  const owner = await openElsewhere({ baseURL: product.url });
  await choosePassword(owner, link, PASSWORD);
  await expect(owner).toHaveURL(/\/partners\/acme\/overview/);

  await page.clock.install();
  await page.goto("/operator");
  await expect(done).toHaveCount(3);
  const call = step(page, "Wait for the first API call");
  await expect(call).toContainText(`${product.url}/api/v1/reseller/me`);
  const headers = { authorization: `Bearer ${plaintext}` };
  expect((await fetch(`${product.url}/api/v1/reseller/me`, { headers })).status).toBe(200);
  // The overview is refetched by itself, and has nothing left to do.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(page.getByRole("heading", { name: "Set up your platform" })).toHaveCount(0, {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByText("Last 24 hours")).toBeVisible();
});

test("a mailed link resets a password; unknown emails look alike", async ({ openElsewhere }) => {
  const page = await openElsewhere({ baseURL: product.url });
  const { code, owner } = await founders.team("Forgetful");
  for (const address of [`nobody@${code}.example`, owner.email]) {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The sign-in page has a field of that name too.
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(`If ${address} has an account`)).toBeVisible();
  }
  const link = await linkTo(owner.email, "Reset your password");
  expect(smtp.accepted.some(({ to }) => to.includes(`nobody@${code}.example`))).toBe(false);
  await choosePassword(page, link, "an entirely new password");
  await expect(page).toHaveURL(new RegExp(`/partners/${code}/overview`));
  await linkTo(owner.email, "Your password was changed");
});
