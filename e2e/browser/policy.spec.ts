import { type APIRequestContext, expect } from "playwright/test";
import { stage } from "../support/stage";
import { DASHBOARD, PARTNER_PAGES } from "./dashboard";
import { exported } from "./exported";
import { signIn } from "./people";
import { test } from "./test";

const PAGES = [
  ...[
    "/sign-in",
    "/welcome",
    "/forgot-password",
    "/docs",
    "/docs/webhooks",
    "/docs/platform",
    "/docs/errors",
    "/docs/changelog",
    "/no/such/page",
  ],
  // Not pages, but responses of the same site.
  ...["/api/auth/csrf", "/api/trpc/session.whoAmI"],
];

/** Every addition here weakens the policy. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'nonce-NONCE' 'strict-dynamic'",
  "style-src 'self' 'nonce-NONCE'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Checks the headers of these pages; returns the number of different nonces. */
async function nonces(request: APIRequestContext, paths: readonly string[]): Promise<number> {
  const found = new Set<string>();
  for (const path of paths) {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const nonce = /'nonce-([^']{20,})'/.exec(policy)?.[1] ?? "";
    expect(policy.replaceAll(nonce, "NONCE").split("; "), path).toEqual(POLICY);
    found.add(nonce);
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  }
  return found.size;
}

test("every page has a strict Content Security Policy with its own nonce", async ({ request }) => {
  expect(await nonces(request, PAGES)).toBe(PAGES.length);
});

test("so does every page behind sign-in and every export", async ({ page, people }) => {
  const team = await people.team();
  const pages = PARTNER_PAGES.map((path) => `/partners/${team.code}${path}`);
  const exports = ["customers", "metrics", "payouts", "prices"].map(
    (of) => `/api/export/${of}?partner=${team.code}`,
  );
  await signIn(page, team.owner);
  const paths = [...pages, "/account", ...exports];
  expect(await nonces(page.request, paths)).toBe(paths.length);
  for (const path of paths) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(200);
  }
});

test("an export of several kilobytes is readable CSV @rare", async ({ page, people }) => {
  const team = await people.team();
  const name = "N".repeat(200);
  for (let n = 0; n < 10; n++) {
    await people.business.customer(team, { email: `anna${n}@example.com`, name });
  }
  await signIn(page, team.owner, "/customers");
  const { rows } = await exported(page);
  expect(rows.map(([, , customer]) => customer)).toEqual(["name", ...Array(10).fill(name)]);
});

test("a signed-out export request redirects to sign-in and back", async ({ request }) => {
  const referer = `${stage().url}/customers?search=a`;
  const response = await request.get("/api/export/customers", {
    maxRedirects: 0,
    headers: { referer },
  });
  expect(response.status()).toBe(303);
  const location = response.headers().location ?? "";
  expect(location).toBe("/sign-in?callbackUrl=%2Fcustomers%3Fsearch%3Da&reason=expired");
  const crossSite = await request.get("/api/export/customers", {
    maxRedirects: 0,
    headers: { referer: "https://evil.example//evil.example/x" },
  });
  expect(crossSite.headers().location).toBe("/sign-in?reason=expired");
});

test("an injected script does not run", async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseURL}/sign-in`);
  await page.evaluate(() => {
    const injected = document.createElement("div");
    injected.innerHTML = `<img src="x" onerror="window.hasRun = true">
      <iframe srcdoc="<script>parent.hasRun = true</script>"></iframe>
      <a id="trap" href="javascript:window.hasRun = true">Click</a>`;
    document.body.append(injected);
    document.getElementById("trap")?.click();
  });
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => "hasRun" in window)).toBe(false);
  await context.close();
});

test("no page sends requests to another host", async ({ page, people, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await signIn(page, (await people.team()).owner);
  for (const path of ["/docs", "/docs/webhooks", "/docs/platform", "/docs/errors", ...DASHBOARD])
    await page.goto(path);
  expect([...hosts]).toEqual([baseURL]);
});
