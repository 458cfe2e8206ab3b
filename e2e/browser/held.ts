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
