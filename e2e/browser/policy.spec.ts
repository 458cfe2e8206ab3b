import { expect } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

const PAGES = ["/sign-in", "/welcome", "/docs", "/docs/errors", "/no/such/page", "/api/health"];

test("every page comes with a strict policy, with a nonce of its own", async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of PAGES) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    for (const part of [
      "default-src 'self'",
      "'strict-dynamic'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy, path).toContain(part);
    }
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
    expect(scripts, path).not.toMatch(/unsafe|https?:|\*/);
    nonces.add(/'nonce-([^']{20,})'/.exec(scripts)?.[1] ?? "");
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers).not.toHaveProperty("x-powered-by");
  }
  expect(nonces.size).toBe(PAGES.length);
});

test("a script that gets into a page is not run", async ({ browser, baseURL }) => {
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

test("no page asks another host for anything", async ({ page, people, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await signIn(page, (await people.team()).owner);
  await page.goto("/docs");
  await page.goto("/docs/errors");
  await page.goto("/settings/password");
  expect([...hosts]).toEqual([baseURL]);
});
