import { type APIRequestContext, expect } from "playwright/test";
import { stage } from "../support/stage";
import { PARTNER_PAGES } from "./dashboard";
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

/** Checks the headers of these pages, and that their nonces differ; returns their statuses. */
async function statuses(request: APIRequestContext, paths: readonly string[]) {
  const found = new Map<string, number>();
  for (const path of paths) {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const nonce = /'nonce-([^']{20,})'/.exec(policy)?.[1] ?? "";
    expect(policy.replaceAll(nonce, "NONCE").split("; "), path).toEqual(POLICY);
    found.set(nonce, response.status());
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  }
  expect(found.size).toBe(paths.length);
  return new Set(found.values());
}

test("every page has a strict Content Security Policy with its own nonce", async ({ request }) => {
  await statuses(request, PAGES);
});

test("so does every page behind sign-in and every export", async ({ page, people }) => {
  const team = await people.team();
  const pages = PARTNER_PAGES.map((path) => `/partners/${team.code}${path}`);
  const exports = ["customers", "metrics", "payouts", "prices"].map(
    (of) => `/api/export/${of}?partner=${team.code}`,
  );
  await signIn(page, team.owner);
  const found = await statuses(page.request, [...pages, "/account", ...exports]);
  expect([...found]).toEqual([200]);
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
