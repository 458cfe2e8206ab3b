import { expect, it } from "vitest";
import { metricsAnswer } from "./http";
import type { Metrics } from "./metrics";

const metrics = { contentType: "text/plain", text: async () => "figures" } as unknown as Metrics;

async function scrape(token: string | null, headers: Record<string, string> = {}) {
  const request = new Request("http://latchkey.test/api/metrics", { headers });
  const answer = await metricsAnswer(request, { token, metrics });
  return [answer.status, await answer.text()];
}

it("metrics are refused with the API's error body, and sent to the token's holder", async () => {
  const authorization = "Bearer a token of the tests";
  const refused = (error: string, code: string) => JSON.stringify({ error, code, details: {} });
  const missing = refused("The metrics token is missing or wrong.", "unauthenticated");
  expect(await scrape(null, { authorization })).toEqual([404, refused("Not found.", "not_found")]);
  expect(await scrape("a token of the tests")).toEqual([401, missing]);
  expect(await scrape("another token", { authorization })).toEqual([401, missing]);
  expect(await scrape("a token of the tests", { authorization })).toEqual([200, "figures"]);
});
