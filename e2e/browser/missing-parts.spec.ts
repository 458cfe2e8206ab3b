import { expect, type Page, type Route } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

const SCRIPTS = "**/_next/static/**/*.js*";

/** Makes requests for scripts fail from now on; `times` limits how many. Returns how to stop it. */
async function loseScripts(page: Page, times = Number.POSITIVE_INFINITY) {
  const lost = new Set<string>();
  const lose = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) && times === 1) return route.fallback();
    lost.add(pathname);
    return route.fulfill({ status: 404, body: "Not Found" });
  };
  await page.route(SCRIPTS, lose);
  return { lost, stop: () => page.unroute(SCRIPTS, lose) };
}

const PARTS = [
  { path: "/api-keys", open: "New key", field: "Name" },
  { path: "/customers", open: "New customer", field: "Email" },
  { path: "/webhooks", open: "Add endpoint", field: "Endpoint URL" },
];

for (const { path, open, field } of PARTS) {
  test(`${open}: the page stays if its script is missing, and it opens once the script is back`, async ({
    page,
    people,
  }) => {
    await signIn(page, (await people.team()).owner, path);
    const scripts = await loseScripts(page);
    const button = page.getByRole("main").getByRole("button", { name: open }).first();
    await button.click();
    await expect(page.getByText("Couldn't load part of this page.")).toBeVisible();
    expect(scripts.lost.size).toBeGreaterThan(0);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await scripts.stop();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await button.click();
    await expect(page.getByRole("dialog").getByLabel(field).first()).toBeVisible();
  });
}

test("Ctrl+K: what is typed on the page stays if the palette's script is missing", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner, "/settings");
  const scripts = await loseScripts(page);
  const field = page.getByRole("main").getByRole("textbox").first();
  await field.fill("typed before");
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Couldn't load part of this page.")).toBeVisible();
  await field.pressSequentially(" and after");
  await expect(field).toHaveValue("typed before and after");
  await scripts.stop();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("typed before and after");
});

test("a request for a script that fails once is repeated, and nobody notices", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner);
  const scripts = await loseScripts(page, 1);
  await page.getByRole("main").getByRole("button", { name: "New key" }).first().click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  expect(scripts.lost.size).toBeGreaterThan(0);
  await expect(page.getByText("Couldn't load")).toHaveCount(0);
});

test("a procedure that fails on a server of another release says so, and the form stays", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner, "/api-keys?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Typed before the release");
  await dialog.getByRole("button", { name: "Read only" }).click();
  await page.route("**/api/trpc/keys.issue*", async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("issue", "issued") });
    const headers = { ...response.headers(), "x-nextjs-deployment-id": "another" };
    await route.fulfill({ response, headers });
  });
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("A new version is available.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Typed before the release");
  await page.unroute("**/api/trpc/keys.issue*");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("A new version is available.")).toHaveCount(0);
});
