import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/e2e/support/database";
import type { TestDatabase } from "@/e2e/support/template-database";
import type { Core } from "../core/actor";
import { readEnv } from "../env";
import { openPostgres, type Postgres } from "../stores/postgres";
import { openWiring, type Wiring } from "../wiring";
import { provideDemo } from "./demo";

let dataDir: string;
let database: TestDatabase;
let postgres: Postgres;
let wiring: Wiring;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
  database = await freshDatabase();
  postgres = openPostgres({ connectionString: database.url });
  wiring = await openWiring({
    env: readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
    postgres,
    secret: "s".repeat(32),
    hasOwnServer: true,
  });
});

afterEach(async () => {
  await wiring.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const partners = () => wiring.core.db.partner.count();

test("an empty store gets a partner and an operator who can sign in, once", async () => {
  const demo = await provideDemo(wiring.core, dataDir);
  const users = await wiring.core.db.user.findMany();
  expect(users.map(({ role }) => role).sort()).toEqual(["operator", "owner"]);
  for (const { passwordHash } of users) {
    const { passwords } = wiring.core;
    expect(await passwords.verify(passwordHash ?? "", demo?.password ?? "")).toBe(true);
  }
  expect(await provideDemo(wiring.core, dataDir)).toEqual(demo);
  expect(await partners()).toBe(1);
});

test("the password is random, and only this user can read it", async () => {
  const demo = await provideDemo(wiring.core, dataDir);
  expect(demo?.password).toMatch(/^[\w-]{16}$/);
  expect(statSync(join(dataDir, "demo-password")).mode & 0o777).toBe(0o600);
});

test("a store that anyone has used stays as it is", async () => {
  const row = { id: "prt_1", code: "mine", name: "Mine", revsharePct: 1, createdAt: new Date() };
  await postgres.prisma.partner.create({ data: row });
  expect(await provideDemo(wiring.core, dataDir)).toBeNull();
  expect(await partners()).toBe(1);
});

test("a demo that was broken off half-way is finished by the next start", async () => {
  let left = 3;
  const transact: Core["transact"] = (run) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return wiring.core.transact(run);
  };
  await expect(provideDemo({ ...wiring.core, transact }, dataDir)).rejects.toThrow("killed");
  const demo = await provideDemo(wiring.core, dataDir);
  expect(demo).not.toBeNull();
  const users = await wiring.core.db.user.findMany();
  expect(users.every(({ passwordHash }) => passwordHash !== null)).toBe(true);
  expect([await partners(), users.length]).toEqual([1, 2]);
});

test("a demo that was deleted is neither made again nor announced", async () => {
  await provideDemo(wiring.core, dataDir);
  await postgres.prisma.partner.deleteMany();
  await postgres.prisma.user.deleteMany();
  expect(await provideDemo(wiring.core, dataDir)).toBeNull();
  expect(await partners()).toBe(0);
});
