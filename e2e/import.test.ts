import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../server/testing/database";
import { eventually, spawnOwned, temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import {
  answer,
  BUNDLE,
  environmentOf,
  latchkey,
  runHere,
  type Settings,
} from "./support/latchkey";

/** Runs a command with `--json`; returns its document and its exit code. */
async function run(settings: Settings, words: string[], stdin?: string) {
  const all = [...words, "--json"];
  const { code, stdout, stderr } =
    stdin === undefined ? await runHere(settings, all) : await latchkey(settings, all, stdin);
  const document: Record<string, unknown> = stdout === "" ? {} : JSON.parse(stdout);
  return { code, document, stderr };
}

const folder = temporaryFolder("import");
const write = (name: string, lines: string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
};
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const PRODUCTS = ["code,name,floor,default_retail,currency", "basic,Basic,100,200,EUR"];
const customersOf = (count: number) => [
  "external_id,email,metadata.plan",
  ...numbers(count).map((n) => `c-${n},c${n}@example.com,${n % 2 ? "pro" : ""}`),
];
const chargesOf = (count: number, customers: number) => [
  "external_id,customer_external_id,product,amount,occurred_at",
  ...numbers(count).map(
    (n) => `x-${n},c-${n % customers},basic,${n},2026-0${1 + (n % 6)}-01T00:00:00Z`,
  ),
];

const REFUND_COLUMNS =
  "external_id,type,customer_external_id,product,amount,occurred_at,charge_external_id,refund_external_id";

/** Of three lines, one is a charge, one its refund, and one another charge or the refund's reversal. */
const refundsOf = (count: number) => [
  REFUND_COLUMNS,
  ...numbers(count).map((n) => {
    const at = `2026-0${1 + (Math.floor(n / 3) % 6)}-01T00:00:00Z`;
    if (n % 3 === 1) return `x-${n},refund,,,${1 + (n % 97)},${at},x-${n - 1},`;
    if (n % 6 === 2) return `x-${n},refund_reversal,,,1,${at},,x-${n - 1}`;
    return `x-${n},charge,c-${n % 100},basic,${100 + (n % 997)},${at},,`;
  }),
];

const OF_PARTNER = "partner_id = (SELECT id FROM partners WHERE code = $1)";

async function rowsOf(client: Client, partner: string): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM charges WHERE ${OF_PARTNER}`;
  return (await client.query<{ n: number }>(sql, [partner])).rows[0]?.n ?? 0;
}

/** The sums of a partner's rows, days, and payouts of closed months. */
async function sumsOf(client: Client, partner: string) {
  const read = async (sql: string) => (await client.query(sql, [partner])).rows;
  return {
    rows: await read(`SELECT type, late, count(*), sum(amount), count(payout_id) AS adjusted
      FROM charges WHERE ${OF_PARTNER} GROUP BY 1, 2 ORDER BY 1, 2`),
    days: await read(`SELECT day, currency, charges, gross, refunds, reversals, refunded
      FROM charge_days WHERE ${OF_PARTNER} ORDER BY 1, 2`),
    payouts: await read(`SELECT period, currency, sum(gross) AS gross, sum(amount) AS amount
      FROM payouts WHERE ${OF_PARTNER} GROUP BY 1, 2 ORDER BY 1, 2`),
  };
}

/** A partner with a key, and a product to charge for. */
async function begin(settings: Settings, code: string): Promise<{ id: string; key: string }> {
  const create = `partner create --code ${code} --name ${code} --key First --scopes metrics:read`;
  const { key } = await answer(settings, create.split(" "));
  await answer(settings, ["import", "products", write("products.csv", PRODUCTS)]);
  return key;
}

const database = await freshDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe("into an external PostgreSQL", async () => {
  const settings = { DATABASE_URL: database.url };
  await begin(settings, "acme");
  const customers = write("customers.csv", customersOf(100));
  await run(settings, ["import", "customers", customers, "--partner", "acme"]);

  const countNow = async () =>
    (await client.query("SELECT count(*)::int AS n, sum(amount)::int AS sum FROM charges")).rows[0];

  test("resumes after a kill without duplicates and reports each rejected line once", async () => {
    const total = 30_000;
    const lines = chargesOf(total, 100);
    for (const n of [10, 12_345, total]) lines[n] = `${lines[n]},one cell too many`;
    const file = write("charges.csv", lines);
    const words = ["import", "charges", file, "--partner", "acme"];
    const killed = spawnOwned({
      command: process.execPath,
      args: [BUNDLE, ...words],
      env: environmentOf(settings),
    });
    await eventually(async () => {
      if ((await countNow()).n === 0) throw new Error("nothing is written yet");
    }, 30_000);
    killed.signal("SIGKILL");
    expect(await killed.exited).toBe("SIGKILL");
    // As if it had been killed while writing a line.
    appendFileSync(`${file}.rejected.ndjson`, '{"line":9');

    const { code, document } = await run(settings, words);
    expect(code).toBe(1);
    expect(document).toMatchObject({ imported: total - 3, existing: 0, rejected: 3 });
    expect(document.resumed_after_line).toBeGreaterThan(0);
    const rejectedLines = readFileSync(String(document.rejected_file), "utf8").trim().split("\n");
    expect(rejectedLines.map((text) => JSON.parse(text).line)).toEqual([11, 12_346, total + 1]);
    expect((await countNow()).n).toBe(total - 3);

    const again = await run(settings, words);
    expect(again.document).toMatchObject({ imported: 0, existing: total - 3, rejected: 3 });
    expect((await countNow()).n).toBe(total - 3);
  });

  test("with refunds, reversals and a closed month, three kills leave the sums of an import without any", async () => {
    const lines = refundsOf(24_000);
    const rejected = 2;
    lines.splice(15_001, 0, "r-unknown,refund,,,1,2026-02-01T00:00:00Z,x-none,");
    lines.splice(20, 0, "r-too-much,refund,,,999999,2026-02-01T00:00:00Z,x-0,");
    const imports = ["killed", "whole"].map((partner) => {
      const file = write(`${partner}.csv`, lines);
      return { partner, words: ["import", "charges", file, "--partner", partner] };
    });
    const [killed, whole] = imports;
    if (!killed || !whole) throw new Error("two imports");
    const seed = write("seed.csv", [REFUND_COLUMNS, "seed,,c-0,basic,500,2026-01-01T00:00:00Z,,"]);
    for (const { partner } of imports) {
      await begin(settings, partner);
      const customers = write(`${partner}-customers.csv`, customersOf(100));
      await run(settings, ["import", "customers", customers, "--partner", partner]);
      await run(settings, ["import", "charges", seed, "--partner", partner]);
    }
    await answer(settings, ["payout", "close", "--period", "2026-01"]);
    await run(settings, whole.words);

    for (const share of [0.02, 0.3, 0.6]) {
      const importing = spawnOwned({
        command: process.execPath,
        args: [BUNDLE, ...killed.words],
        env: environmentOf(settings),
      });
      await eventually(async () => {
        if ((await rowsOf(client, killed.partner)) < share * lines.length) throw new Error("early");
      }, 60_000);
      importing.signal("SIGKILL");
      expect(await importing.exited).toBe("SIGKILL");
    }
    const { document } = await run(settings, killed.words);
    expect(document).toMatchObject({ imported: lines.length - 1 - rejected, rejected });
    expect(document.resumed_after_line).toBeGreaterThan(0);
    const sums = await sumsOf(client, killed.partner);
    expect(sums).toEqual(await sumsOf(client, whole.partner));
    expect(sums.rows.filter(({ late }) => late)).toHaveLength(3);
    expect(sums.payouts).toHaveLength(1);
    const again = await run(settings, killed.words);
    expect(again.document).toMatchObject({ imported: 0, rejected });
    expect(await sumsOf(client, killed.partner)).toEqual(sums);
  });

  test("a dry run writes nothing, and NDJSON can be piped in", async () => {
    const before = await countNow();
    const charge = { external_id: "piped", customer_email: "C1@example.com", product: "basic" };
    const text = JSON.stringify({ ...charge, amount: 5, occurred_at: "2026-01-01T00:00:00Z" });
    const words = ["import", "charges", "-", "--format", "ndjson", "--partner", "acme"];
    const dryRun = await run(settings, [...words, "--dry-run"], text);
    expect(dryRun.document).toMatchObject({ imported: 1, is_dry_run: true });
    expect(await countNow()).toEqual(before);
    expect((await run(settings, words, text)).document).toMatchObject({ imported: 1 });
    expect((await countNow()).n).toBe(before.n + 1);
  });

  test("reports a problem with a file before it writes anything", async () => {
    const missing = await run(settings, ["import", "charges", join(folder, "none.csv")]);
    expect([missing.code, JSON.parse(missing.stderr).error]).toEqual([
      1,
      expect.stringContaining("not found"),
    ]);
    const typo = write("typo.csv", ["external_di,email", "1,a@x.example"]);
    const wrong = await run(settings, ["import", "customers", typo, "--partner", "acme"]);
    expect(JSON.parse(wrong.stderr).error).toContain("Did you mean external_id?");
    expect(existsSync(`${typo}.rejected.ndjson`)).toBe(false);
  });
});

describe("next to a server on embedded stores", async () => {
  const product = await startProduct();
  afterAll(() => product.stop());
  const settings = { DATA_DIR: product.dataDir };

  test("imports through the running server, whose counts are correct at the next request", async () => {
    const { id, key } = await begin(settings, "beside");
    await answer(settings, ["key", "limit", id, "1000000"]);
    const me = async () => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${product.url}/api/v1/reseller/me`, { headers });
      return (await response.json()) as { user_count: number };
    };
    const file = write("beside.csv", customersOf(5_000));
    let isOver = false;
    const importing = run(settings, ["import", "customers", file, "--partner", "beside"]);
    void importing.finally(() => {
      isOver = true;
    });
    const counts = new Set<number>();
    while (!isOver) counts.add((await me()).user_count);
    expect((await importing).document).toMatchObject({ imported: 5_000, rejected: 0 });
    // The import is written in batches, and other requests run between them.
    const between = [...counts].filter((count) => count > 0 && count < 5_000);
    expect(between.length).toBeGreaterThan(0);
    expect((await me()).user_count).toBe(5_000);
  });
});

test("opens the embedded stores itself if no server is running", async () => {
  const settings = { DATA_DIR: join(temporaryFolder("data"), "own") };
  await begin(settings, "own");
  const file = write("own.csv", customersOf(2_500));
  const { document } = await run(settings, ["import", "customers", file, "--partner", "own"]);
  expect(document).toMatchObject({ imported: 2_500 });
  const shown = await run(settings, ["partner", "show", "own"]);
  expect(shown.document).toMatchObject({ user_count: 2_500 });
});
