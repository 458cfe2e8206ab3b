import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumOptions } from "../e2e/support/chromium";
import { openBrowser } from "../e2e/support/sign-in";
import { DEMO_LOGINS, DEMO_OPERATOR } from "../server/self-host/demo/people";
import { type Product, startProduct } from "../server/testing/product";
import { median, numberGiven, runBench } from "./run";

// Prints what each page loads when opened for the first time, and its total blocking time on a CPU
// slowed down four times, in the demo. Blocking times depend on the machine; to compare two builds,
// name the folder of the other one: its pages are opened in turn with this one's.
// Run with: npm run bench:pages [-- --rounds 5] [--only metrics] [--against FOLDER]

const SLOWDOWN = 4;
/** From this duration on a task blocks; the part above it counts. */
const BLOCKING_MS = 50;

const OPERATOR = [
  "/operator",
  "/operator/limit-requests",
  "/operator/payouts",
  "/operator/imports",
  "/operator/operators",
  "/operator/audit",
  "/operator/health",
];
const OWNER = [
  ...["overview", "api-keys", "logs", "customers", "charges", "metrics", "prices", "payouts"],
  ...["settings/team", "settings/profile", "settings/audit-log"],
].map((page) => `/partners/acme/${page}`);
const PAGES = [
  {
    email: null,
    paths: ["/docs", "/docs/webhooks", "/docs/errors", "/docs/changelog", "/sign-in"],
  },
  { email: DEMO_LOGINS[0].email, paths: [...OWNER, "/account"] },
  { email: DEMO_OPERATOR, paths: OPERATOR },
] as const;

type Load = { files: number; bytes: number; documentBytes: number; blockingMs: number };
async function main(): Promise<number> {
  const rounds = numberGiven("--rounds", 5);
  const only = textGiven("--only") ?? "";
  const other = textGiven("--against");
  const products = [await startProduct({ hasDemo: true })];
  if (other !== null) products.push(await startProduct({ hasDemo: true, root: other }));
  const browser = await chromium.launch(chromiumOptions());
  console.log("| Page | Scripts | Files | HTML | Blocking time |");
  console.log("|---|---:|---:|---:|---:|");
  for (const { email, paths } of PAGES) {
    for (const path of paths.filter((one) => one.includes(only))) {
      const loads: Load[][] = products.map(() => []);
      for (let round = 0; round < rounds; round++) {
        // In turn, so that both meet the same load on the machine.
        for (const [index, product] of products.entries()) {
          loads[index]?.push(await load(browser, { product, path, email }));
        }
      }
      print(path, loads);
    }
  }
  await browser.close();
  return 0;
}

/** One row, with the other build's values after a slash. */
function print(path: string, loads: readonly (readonly Load[])[]): void {
  const column = (read: (load: Load) => number, unit: string) =>
    loads.map((own) => `${Math.round(median(own.map(read)))}${unit}`).join(" / ");
  const cells = [
    column(({ bytes }) => bytes / 1024, " KiB"),
    column(({ files }) => files, ""),
    column(({ documentBytes }) => documentBytes / 1024, " KiB"),
    column(({ blockingMs }) => blockingMs, " ms"),
  ];
  console.log(`| ${path} | ${cells.join(" | ")} |`);
}

function textGiven(option: string): string | null {
  const at = process.argv.indexOf(option);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
}

type Cookie = { name: string; value: string; url: string };

const sessions = new Map<string, Cookie[]>();

/** The cookies of a login of the demo; none without an email. */
async function signedIn({ url, dataDir }: Product, email: string | null): Promise<Cookie[]> {
  if (email === null) return [];
  const known = sessions.get(url + email);
  if (known) return known;
  const password = readFileSync(join(dataDir, "demo-password"), "utf8").trim();
  const { cookies, signIn } = openBrowser(url);
  await signIn({ email, password });
  const made = [...cookies].map(([name, value]) => ({ name, value, url }));
  sessions.set(url + email, made);
  return made;
}

type Visit = { product: Product; path: string; email: string | null };

/** Opens a page with an empty cache until the network is idle. */
async function load(browser: Browser, { product, path, email }: Visit): Promise<Load> {
  const { url } = product;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(await signedIn(product, email));
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  // Excludes prefetched scripts, which belong to other pages.
  await page.route(
    (address) => address.searchParams.has("_rsc"),
    // Not aborted: Next would take that for a lost connection, and try again.
    (route) => route.fulfill({ status: 404 }),
  );
  await observeTasks(page);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const response = await page.goto(url + path);
  await page.waitForLoadState("networkidle");
  const documentBytes = (await response?.request().sizes())?.responseBodySize ?? 0;
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} leads to ${page.url()}`);
  const blockingMs = await page.evaluate(
    (limit) =>
      (window as unknown as { tasks: number[] }).tasks.reduce(
        (sum, duration) => sum + Math.max(0, duration - limit),
        0,
      ),
    BLOCKING_MS,
  );
  const loaded = await Promise.all(scripts);
  await context.close();
  const bytes = loaded.reduce((sum, size) => sum + size, 0);
  return { files: loaded.length, bytes, documentBytes, blockingMs };
}

async function observeTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

await runBench(main, 30 * 60_000);
