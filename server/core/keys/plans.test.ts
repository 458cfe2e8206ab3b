import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { costOf } from "../../delivery/testing/plans";
import { platformForTests } from "../../testing/platform";
import { getUsageOverview } from "../usage/queries";
import { sweepKeys } from "./notices";
import { KeySearch, listKeys, searchKeys } from "./search";

// The keys of this partner are a tenth of all, so that reading the keys of all partners in the
// order of their IDs looks cheap.
const KEYS = 5_000;
const OTHERS = 45_000;
const INDEX = "api_keys_partner_id_created_at_idx";

const platform = await platformForTests();
const partnerId = (await platform.newPartner()).id;
const other = (await platform.newPartner()).id;
const admin = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => admin.end());
await admin.connect();
for (const [id, count] of [
  [partnerId, KEYS],
  [other, OTHERS],
]) {
  await admin.query(
    `INSERT INTO api_keys (id, partner_id, label, hash, head, tail, scopes, created_at, created_by,
       expires_at)
     SELECT 'key_' || left(md5($1 || n), 26), $1, 'Till ' || n, sha256(($1 || n)::bytea),
       'rsk_' || left(md5(n::text), 4), right(md5(n::text), 4), '{}', now() - n * interval '1 second', 'x',
       now() + n * interval '1 hour'
     FROM generate_series(1, $2::int) n`,
    [id, count],
  );
}
await admin.query("UPDATE api_keys SET last_used_at = now() WHERE partner_id = $1", [other]);
await admin.query("VACUUM (ANALYZE) api_keys");

const page = (some: object) =>
  searchKeys(platform.system, { partnerId, ...KeySearch.parse({ state: "all", ...some }) });

it.each([
  ["the newest", () => listKeys(platform.system, { partnerId, limit: 20 }), 25],
  ["a search", () => listKeys(platform.system, { partnerId, limit: 20, search: "till 4" }), KEYS],
  [
    "a search for nothing",
    () => listKeys(platform.system, { partnerId, limit: 20, search: "x!" }),
    KEYS,
  ],
  ["the overview of unused keys", () => getUsageOverview(platform.system, { partnerId }), KEYS],
  ["the dashboard's search for nothing", () => page({ search: "x!" }), KEYS],
])("%s reads only the partner's keys, by an index", async (_what, work, maxRows) => {
  const { indexes, whole, rows } = await costOf({ admin, large: ["api_keys"] }, work);
  expect([...indexes]).toContain(INDEX);
  expect(whole).toEqual([]);
  expect(rows).toBeLessThanOrEqual(maxRows);
});

it("the sweep of keys that end reads those that end within 30 days, by an index", async () => {
  const soon = 2 * 30 * 24;
  expect(await sweepKeys(platform.system)).toBe(soon);
  const { indexes, rows } = await costOf({ admin, large: ["api_keys"] }, () =>
    sweepKeys(platform.system),
  );
  expect([...indexes]).toEqual(["api_keys_end_idx"]);
  expect(rows).toBeLessThanOrEqual(soon);
});
