import pg from "pg";
import type { Ctx } from "../server/core/kernel/actor";
import { createPartner } from "../server/core/partners/mutations";
import { saveProduct } from "../server/core/products/mutations";
import { answerFetch } from "../server/rest/fetch";
import { createDatabase } from "../server/testing/template-database";
import { newBenchKey, openBenchCore } from "./core";

const BASE = "http://latchkey.bench/api/v1/reseller";
/** Their codes are p0 to p9; p0 and p5 are sold in USD, the others in EUR. */
export const PRODUCTS = 10;

/** The product over a database of its own, with one partner. */
export type BenchPartner = {
  ctx: Ctx;
  partnerId: string;
  /** Sends a GET to a path below the base and reads the whole response. Throws unless it is 200. */
  get(path: string): Promise<unknown>;
  close(): Promise<void>;
};

type Fill = (into: { ctx: Ctx; client: pg.Client; partnerId: string }) => Promise<void>;

/** Opens the product over a new database on the server at `adminUrl`, which `fill` fills. */
export async function openBenchPartner(adminUrl: string, fill: Fill): Promise<BenchPartner> {
  const database = await createDatabase(adminUrl);
  const { wiring, ctx } = await openBenchCore(database.url);
  const { partner } = await createPartner(ctx, { code: "bench", name: "Bench", revsharePct: 20 });
  for (let n = 0; n < PRODUCTS; n++) {
    const money = { floor: 100, defaultRetail: 200, currency: n % 5 === 0 ? "USD" : "EUR" };
    await saveProduct(ctx, { code: `p${n}`, name: `Product ${n}`, ...money });
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await fill({ ctx, client, partnerId: partner.id });
    await client.query("VACUUM (ANALYZE)");
  } finally {
    await client.end();
  }
  const { plaintext } = await newBenchKey(ctx, partner.id);
  const headers = { authorization: `Bearer ${plaintext}` };
  return {
    ctx,
    partnerId: partner.id,
    get: async (path) => {
      const request = new Request(BASE + path, { headers });
      const response = await answerFetch(wiring.api, request, { address: "192.0.2.1" });
      if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
      return response.json();
    },
    close: async () => {
      await wiring.close();
      await database.drop();
    },
  };
}
