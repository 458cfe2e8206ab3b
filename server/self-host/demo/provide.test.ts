import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "@/server/testing/database";
import { quickPasswords } from "@/server/testing/quick-passwords";
import type { TestDatabase } from "@/server/testing/template-database";
import type { Core, ReadDb } from "../../core/kernel/actor";
import { keyState } from "../../core/keys/view";
import { findSessionActor, signIn } from "../../core/sign-in/sessions";
import { readEnv } from "../../env";
import { openPostgres, type Postgres } from "../../stores/postgres";
import { temporaryFolder } from "../../testing/processes";
import { openWiring, type Wiring } from "../../wiring";
import { DEMO_OPERATOR } from "./people";
import { type Demo, demoOperatorOf, provideDemo } from "./provide";

let dataDir: string;
let database: TestDatabase;
let postgres: Postgres;
let wiring: Wiring;

async function open() {
  dataDir = temporaryFolder("demo");
  database = await freshDatabase();
  postgres = openPostgres({ connectionString: database.url });
  wiring = await openOver({});
}

function openOver(settings: Record<string, string>): Promise<Wiring> {
  const env = readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...settings });
  const demo = { demoOperator: demoOperatorOf(env), demoInbox: async () => null };
  const passwords = quickPasswords();
  return openWiring({ env, postgres, secret: "s".repeat(32), hasOwnServer: true, demo, passwords });
}

async function close() {
  await wiring.close();
  await database.drop();
}

const OPERATOR = { email: DEMO_OPERATOR, address: null, userAgent: null };
const LOG_DAYS = 10;
const options = () => ({ dataDir, logDays: LOG_DAYS });
const partners = () => wiring.core.db.partner.count();

const counts = async (db: ReadDb = wiring.core.db) => {
  const tables = [db.partner, db.user, db.apiKey, db.customer, db.charge, db.priceChange];
  return Promise.all([...tables, db.payout, db.limitRequest].map((table) => countOf(table)));
};
const DAY_MS = 86_400_000;
const countOf = (table: { count(): Promise<number> }) => table.count();

/** An interrupted attempt must not have counted anything: each logged call is counted once. */
async function expectTrafficOnce() {
  const { db, clock } = wiring.core;
  // A whole minute, like the counts.
  const since = new Date(
    Math.floor(clock.now().getTime() / 60_000) * 60_000 - (LOG_DAYS - 1) * DAY_MS,
  );
  const [logged, counted] = await Promise.all([
    db.requestLog.count({ where: { at: { gte: since } } }),
    db.keyUsage.aggregate({
      where: { minute: { gte: since } },
      _sum: { succeeded: true, failed: true, rateLimited: true },
    }),
  ]);
  const { succeeded, failed, rateLimited } = counted._sum;
  expect((succeeded ?? 0) + (failed ?? 0) + (rateLimited ?? 0)).toBe(logged);
}

/** The numbers of rows of the first tests' demo, which was never interrupted. */
let whole: number[];

describe("the demo", () => {
  let demo: Demo | null;
  beforeAll(async () => {
    await open();
    demo = await provideDemo(wiring.core, options());
    whole = await counts();
  });
  afterAll(close);

  test("customers have lives: one of each status, and one with a new email", async () => {
    const { customer } = wiring.core.db;
    const suspended = await customer.count({ where: { suspendedAt: { not: null } } });
    const anonymized = await customer.count({ where: { anonymizedAt: { not: null } } });
    const closed = await customer.count({ where: { status: "closed" } });
    const moved = await customer.count({ where: { emailKey: "accounts@new-owner.example" } });
    expect([suspended, anonymized, closed, moved]).toEqual([1, 1, 2, 1]);
  });

  test("a partner is terminated, a product is archived, and a customer's old charge stays where it was sold", async () => {
    const { partner, product, customer, charge, payout } = wiring.core.db;
    const terminated = await partner.findMany({ where: { terminatedAt: { not: null } } });
    expect(terminated.map(({ code }) => code)).toEqual(["meridian"]);
    const partnerId = terminated[0]?.id ?? "";
    expect(await customer.count({ where: { partnerId } })).toBeGreaterThan(3);
    expect(await payout.count({ where: { partnerId } })).toBeGreaterThan(3);
    const archived = await product.findMany({ where: { archivedAt: { not: null } } });
    expect(archived.map(({ code }) => code)).toEqual(["training-day"]);
    const include = { partner: true };
    const moved = await customer.findFirst({ where: { externalId: "ACME-0900" }, include });
    const sold = await charge.findFirst({ where: { customerId: moved?.id ?? "" }, include });
    expect([moved?.partner.code, sold?.partner.code]).toEqual(["nimbus", "acme"]);
  });

  test("an empty store gets, once, partners with a team of each role and an operator, all able to sign in", async () => {
    const users = await wiring.core.db.user.findMany();
    const roles = users.map(({ role }) => role).sort();
    expect(roles).toEqual(["developer", "operator", "owner", "owner", "owner", "viewer"]);
    for (const { passwordHash } of users) {
      const { passwords } = wiring.core;
      const isRight = await passwords.forClient(null, (hasher) =>
        hasher.verify(passwordHash, demo?.password ?? ""),
      );
      expect(isRight).toBe(true);
    }
    const before = await counts();
    expect(before.every((count) => count > 0)).toBe(true);
    expect(await provideDemo(wiring.core, options())).toEqual(demo);
    expect(await counts()).toEqual(before);
  });

  test("contains keys, payouts and limit requests in every status", async () => {
    const { db, clock } = wiring.core;
    const [keys, payouts, requests] = await Promise.all([
      db.apiKey.findMany(),
      db.payout.findMany(),
      db.limitRequest.findMany(),
    ]);
    const states = new Set(keys.map((key) => keyState(key, clock.now())));
    expect(states).toEqual(new Set(["active", "retiring", "expired", "revoked"]));
    expect(new Set(payouts.map(({ status }) => status))).toEqual(
      new Set(["pending", "paid", "failed"]),
    );
    const transfers = await db.transfer.findMany({ orderBy: { statementNumber: "asc" } });
    expect(transfers.map(({ status }) => status)).toEqual(["paid", "failed"]);
    expect(transfers.every(({ issuerVersion }) => issuerVersion !== null)).toBe(true);
    // Their statements are self-billing invoices.
    expect(transfers.every(({ consentId }) => consentId !== null)).toBe(true);
    expect(new Set(requests.map(({ status }) => status))).toEqual(
      new Set(["open", "approved", "declined"]),
    );
  });

  test("contains refunds, one that failed, a late one that became an adjustment, and a negative month", async () => {
    const { charge, payout } = wiring.core.db;
    const acme = await wiring.core.db.partner.findUniqueOrThrow({ where: { code: "acme" } });
    const partnerId = acme.id;
    const [refunds, reversals] = await Promise.all([
      charge.count({ where: { partnerId, type: "refund", late: false } }),
      charge.count({ where: { partnerId, type: "refund_reversal" } }),
    ]);
    expect(refunds).toBeGreaterThan(5);
    expect(reversals).toBe(1);
    const late = await charge.findMany({ where: { late: true }, orderBy: { type: "asc" } });
    expect(late.map(({ type }) => type)).toEqual(["charge", "refund"]);
    const adjustments = await payout.findMany({ where: { correctsId: { not: null } } });
    expect(adjustments.map(({ id, gross }) => [id, gross]).sort()).toEqual(
      late
        .map(({ payoutId, type, amount }) => [payoutId, type === "refund" ? -amount : amount])
        .sort(),
    );
    const negative = await payout.findMany({ where: { gross: { lt: 0 }, correctsId: null } });
    expect(negative).toMatchObject([{ partnerId, currency: "GBP", gross: -48_000n }]);
  });

  test("contains every kind of response, and no row that retention would delete", async () => {
    const { db, clock } = wiring.core;
    const [statuses, oldest, unused, requests] = await Promise.all([
      db.requestLog.groupBy({ by: ["status"], _count: true }),
      db.requestLog.aggregate({ _min: { at: true } }),
      db.apiKey.count({ where: { lastUsedAt: null } }),
      db.limitRequest.findMany(),
    ]);
    const seen = new Set(statuses.map(({ status }) => status));
    const wanted = [200, 201, 304, 401, 403, 404, 409, 415, 422, 429];
    expect(wanted.filter((status) => !seen.has(status))).toEqual([]);
    const age = clock.now().getTime() - (oldest._min.at?.getTime() ?? 0);
    expect(age).toBeLessThan((LOG_DAYS + 0.1) * DAY_MS);
    expect(unused).toBe(0);
    for (const request of requests) {
      expect(request.peakPerMinute).toBeGreaterThan(0);
      expect(request.refusedShare).toBeGreaterThan(0);
    }
  });

  test("the events of each partner are in the order of their times", async () => {
    const rows = await wiring.core.db.event.findMany({ orderBy: { sequence: "asc" } });
    const partnerIds = new Set(rows.map(({ partnerId }) => partnerId));
    expect(partnerIds.size).toBe(4);
    for (const id of partnerIds) {
      const feed = rows.filter(({ partnerId }) => partnerId === id);
      const times = feed.map(({ occurredAt }) => occurredAt.toISOString());
      expect(times).toEqual([...times].sort());
    }
  });

  test("the password is random and readable by this user only", async () => {
    expect(demo?.password).toMatch(/^[\w-]{16}$/);
    expect(statSync(join(dataDir, "demo-password")).mode & 0o777).toBe(0o600);
  });

  test("at a public URL, the operator is disabled and signed out, and the password is not printed", async () => {
    const { sessionId } = await signIn(wiring.core, {
      ...OPERATOR,
      password: demo?.password ?? "",
    });
    const near = await openOver({ NEXTAUTH_URL: "http://localhost:3000" });
    expect((await provideDemo(near.core, options()))?.logins).toHaveLength(2);
    expect(await findSessionActor(near.core, sessionId)).toMatchObject({ kind: "operator" });

    const { core } = await openOver({ NEXTAUTH_URL: "https://partners.example.com" });
    expect(await provideDemo(core, options())).toMatchObject({
      password: null,
      logins: [{ role: "partner" }],
    });
    expect(await findSessionActor(core, sessionId)).toBeNull();
    const entering = signIn(core, { ...OPERATOR, password: demo?.password ?? "" });
    await expect(entering).rejects.toMatchObject({ code: "unauthenticated" });
    // It stays disabled after a return to a local address, until `operator enable`.
    expect((await provideDemo(near.core, options()))?.logins).toHaveLength(1);
  });

  test("a deleted demo is neither recreated nor announced", async () => {
    await postgres.prisma.partner.deleteMany();
    await postgres.prisma.user.deleteMany();
    expect(await provideDemo(wiring.core, options())).toBeNull();
    expect(await partners()).toBe(0);
  });
});

describe("a start", () => {
  beforeEach(open);
  afterEach(close);

  test("the demo operator signs in without two-factor authentication on embedded stores only", () => {
    const databaseUrl = "postgresql://db.example/latchkey";
    expect(demoOperatorOf({ databaseUrl: null, publicUrl: null })).toBe(DEMO_OPERATOR);
    expect(demoOperatorOf({ databaseUrl, publicUrl: null })).toBeNull();
  });

  test("a store with data is not changed", async () => {
    const row = { id: "prt_1", code: "mine", name: "Mine", revsharePct: 1, createdAt: new Date() };
    await postgres.prisma.partner.create({ data: row });
    expect(await provideDemo(wiring.core, options())).toBeNull();
    expect(await partners()).toBe(1);
  });

  test("a demo interrupted at any moment is completed by the next start", async () => {
    let left = 0;
    const transact: Core["transact"] = (run) => {
      left -= 1;
      if (left < 0) throw new Error("killed");
      return wiring.core.transact(run);
    };
    for (left of [3, 8, 21, 34, 55]) {
      await expect(provideDemo({ ...wiring.core, transact }, options())).rejects.toThrow("killed");
    }
    let keys = 0;
    const untilUsed: Core["transact"] = async (run) => {
      const used = await wiring.core.db.keyUsage.groupBy({ by: ["keyId"] });
      if (used.length >= keys) throw new Error("killed");
      return wiring.core.transact(run);
    };
    for (keys of [1, 4]) {
      const killed = provideDemo({ ...wiring.core, transact: untilUsed }, options());
      await expect(killed).rejects.toThrow("killed");
    }
    expect(await provideDemo(wiring.core, options())).not.toBeNull();
    await expectTrafficOnce();
    expect(await counts()).toEqual(whole);
    // Interrupted after its last row.
    rmSync(join(dataDir, "demo-complete"));
    expect(await provideDemo(wiring.core, options())).not.toBeNull();
    expect(await counts()).toEqual(whole);
  });
});
