import { expect, it } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { platformForTests, steppingClock } from "../../testing/platform";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await platformForTests({ clock });

async function newKey() {
  const partner = await platform.newPartner();
  const { plaintext } = await platform.newKey(partner, { scopes: ["metrics:read"] });
  const get = (query: string, headers: Record<string, string> = {}) =>
    platform.call(`/metrics${query}`, { key: plaintext, headers });
  return { partner, get };
}

it("responds in snake_case and is cached privately for one minute", async () => {
  const { partner, get } = await newKey();
  await createCustomer(platform.system, {
    partnerId: partner.id,
    email: "a@example.com",
    metadata: {},
  });
  const response = await get("?from=2026-03-09&to=2026-03-16&interval=week");
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, max-age=60");
  expect(await response.json()).toEqual({
    from: "2026-03-09",
    to: "2026-03-16",
    interval: "week",
    series: [{ from: "2026-03-09", to: "2026-03-16", customers: 1, new_customers: 1, revenue: [] }],
    totals: { new_customers: 1, revenue: [] },
  });
});

it("responds 304 while the numbers are unchanged, and 200 once they change", async () => {
  const { partner, get } = await newKey();
  const etag = (await get("")).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  const same = await get("", { "if-none-match": `"x", ${etag}` });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  expect(same.headers.get("etag")).toBe(etag);
  expect(same.headers.get("cache-control")).toBe("private, max-age=60");
  await createCustomer(platform.system, {
    partnerId: partner.id,
    email: "a@example.com",
    metadata: {},
  });
  expect((await get("", { "if-none-match": etag })).status).toBe(200);
});

it.each([
  ["?from=", "from"],
  ["?from=1", "from"],
  ["?from=2026-02-30", "from"],
  ["?from=2026-03-01T00:00:00Z", "from"],
  ["?from=1969-12-31&to=1970-01-05", "from"],
  ["?to=tomorrow", "to"],
  ["?interval=year", "interval"],
  ["?from=2026-03-16&to=2026-03-16", "from"],
  ["?from=2020-01-01", "interval"],
])("rejects %s with a message", async (query, path) => {
  const { get } = await newKey();
  const response = await get(query);
  const body = await response.json();
  expect([response.status, body.code]).toEqual([422, "validation_failed"]);
  expect(body.details.issues).toMatchObject([{ path }]);
});
