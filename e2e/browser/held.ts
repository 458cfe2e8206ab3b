import type { Page, Route } from "playwright/test";
import { deferred } from "../../server/testing/deferred";

/**
 * Holds back what the server responds to a procedure. `arrived` resolves with the text of the response
 * once the server has sent it, and `release` lets the page have it.
 */
export async function holdResponse(page: Page, procedure: string) {
  const { promise: arrived, resolve: arrive } = deferred<string>();
  const { promise: released, resolve: release } = deferred();
  await page.route(`**/api/trpc/${procedure}*`, async (route) => {
    const response = await route.fetch();
    arrive(await response.text());
    await released;
    await route.fulfill({ response });
  });
  return { arrived, release };
}

/** Loses the response to the next call of a procedure, and its cookies, once the server has acted. */
export async function loseResponse(page: Page, procedure: string): Promise<void> {
  const lose = async (route: Route) => {
    const request = route.request();
    const [method, headers] = [request.method(), await request.allHeaders()];
    await fetch(request.url(), { method, headers, body: request.postData() });
    await route.abort();
  };
  await page.route(`**/api/trpc/${procedure}*`, lose, { times: 1 });
}

/**
 * Pages opened by a link from now on come without what the server read with a procedure, and their
 * own read waits until `fail` lets it fail; after `recover`, they can read.
 */
export async function loseRead(page: Page, pageName: string, procedure: string) {
  const [router, name] = procedure.split(".");
  const key = new RegExp(`${router}(\\\\?",\\\\?")${name}`, "g");
  await page.route(`**/${pageName}?_rsc=*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(key, `${router}$1lost`);
    await route.fulfill({ response, body });
  });
  const { promise: failing, resolve: fail } = deferred();
  const reads = `**/api/trpc/*${procedure}*`;
  await page.route(reads, async (route) => {
    await failing;
    const json = { error: "Too many requests.", code: "rate_limited", details: {} };
    await route.fulfill({ status: 429, json });
  });
  return { fail, recover: () => page.unroute(reads) };
}
