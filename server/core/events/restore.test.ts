import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, inject, it } from "vitest";
import { migrate } from "../../stores/migrate";
import { administer } from "../../stores/testing/administer";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { openPlatform, type Platform, platformForTests } from "../../testing/platform";
import { temporaryFolder } from "../../testing/processes";
import { createEmptyDatabase, type TestDatabase } from "../../testing/template-database";
import { CUSTOMER_EVENTS } from "../customers/events";
import { event } from "../kernel/event";
import { readPlatformFeed } from "./platform";
import { readFeed } from "./queries";

const KEPT = 5;
const LOST = 4;
/** More new events than were lost: if sequences were used again, readers would skip some. */
const NEW = Array.from({ length: LOST + 2 }, (_, n) => `new ${n}`);

const databases: TestDatabase[] = [];
const platforms: Platform[] = [];

const fact = (subject: string) =>
  event(CUSTOMER_EVENTS["account.created"], { subject, data: { externalId: null } });

async function write(platform: Platform, partnerId: string, subjects: readonly string[]) {
  for (const subject of subjects) {
    await platform.wiring.core.transact(async (_, { emit }) => emit(partnerId, fact(subject)));
  }
}

async function readAfter({ system }: Platform, partnerId: string, sequence: number) {
  const page = await readFeed(system, { partnerId, after: { sequence }, limit: 100 });
  return page.data.map(({ subject }) => subject.id);
}

async function readAllAfter({ system }: Platform, after: string | undefined) {
  const page = await readPlatformFeed(system, { after, limit: 1000 });
  return page.data.map(({ cursor, event: { subject } }) => ({ cursor, name: subject.id }));
}

const backup = join(temporaryFolder("restore"), "backup");
const old = await platformForTests();
await migrate({ connectionString: old.databaseUrl });
/** A partner with events in the backup, and one whose first events came after it. */
const { id: busy } = await old.newPartner();
const { id: quiet } = await old.newPartner();
const kept = Array.from({ length: KEPT }, (_, n) => `kept ${n}`);
await write(old, busy, kept);
const args = ["--format=custom", "--schema=public", "--no-owner", "--no-privileges"];
execFileSync("pg_dump", [...args, `--file=${backup}`, old.databaseUrl]);
const lost = Array.from({ length: LOST }, (_, n) => `lost ${n}`);
await write(old, busy, lost);
await write(old, quiet, lost);
/** All cursors that the old database gave out, for all partners' events. */
let cursors: string[] = [];
// Transactions of other tests on the same server delay the order of all partners.
while (cursors.length < KEPT + 2 * LOST) {
  cursors = (await readAllAfter(old, undefined)).map(({ cursor }) => cursor);
}

afterEach(async () => {
  for (const platform of platforms.splice(0)) await platform.close();
  for (const database of databases.splice(0)) await database.drop();
});

async function restoreInto(url: string, ...options: string[]): Promise<void> {
  const args = ["--schema=public", "--no-owner", "--no-privileges", ...options];
  execFileSync("pg_restore", [...args, "--single-transaction", `--dbname=${url}`, backup]);
}

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  databases.push(database);
  return database.url;
}

/** Opens the platform on a database, as servers do. */
async function openOn(databaseUrl: string): Promise<Platform> {
  await migrate({ connectionString: databaseUrl });
  const platform = await openPlatform({ beside: { databaseUrl } });
  platforms.push(platform);
  return platform;
}

/** Every reader of the old database reads all that was written since. */
async function expectNothingMissed(platform: Platform): Promise<void> {
  await write(platform, busy, NEW);
  await write(platform, quiet, NEW);
  for (let after = 0; after <= KEPT + LOST; after++) {
    expect((await readAfter(platform, busy, after)).slice(-NEW.length)).toEqual(NEW);
  }
  for (let after = 0; after <= LOST; after++) {
    expect(await readAfter(platform, quiet, after)).toEqual(NEW);
  }
  for (const after of cursors) {
    const wanted = [...NEW, ...NEW];
    let found: string[] = [];
    while (found.length < wanted.length) {
      const read = await readAllAfter(platform, after);
      found = read.map(({ name }) => name).filter((name) => name.startsWith("new"));
    }
    expect(found).toEqual(wanted);
  }
}

it("misses no event after a restore into a new database on the same server", async () => {
  const url = await emptyDatabase();
  await restoreInto(url);
  await expectNothingMissed(await openOn(url));
});

it("misses no event after a second restore of the same backup", async () => {
  const first = await emptyDatabase();
  await restoreInto(first);
  const platform = await openOn(first);
  await write(platform, busy, NEW);
  const page = await readFeed(platform.system, { partnerId: busy, limit: 100 });
  const url = await emptyDatabase();
  await restoreInto(url);
  const again = await openOn(url);
  await write(again, busy, NEW);
  for (const { sequence } of page.data) {
    expect((await readAfter(again, busy, sequence)).slice(-NEW.length)).toEqual(NEW);
  }
});

it("misses no event after rows were restored into a migrated database", async () => {
  const url = await emptyDatabase();
  await migrate({ connectionString: url });
  const tables = execFileSync("pg_restore", ["--list", backup], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("TABLE DATA"))
    .map((line) => `"${line.split(" ")[6]}"`);
  await administer(url, `TRUNCATE ${tables.join(", ")}`);
  await restoreInto(url, "--data-only", "--disable-triggers");
  await expectNothingMissed(await openOn(url));
});

it("misses no event after a backup of a release that did not notice restores", async () => {
  const url = await emptyDatabase();
  await restoreInto(url);
  await administer(url, "DELETE FROM event_history");
  await expectNothingMissed(await openOn(url));
});

it("misses no event after a copy of the database took its place", async () => {
  const platform = await openPlatform();
  const url = platform.databaseUrl;
  await migrate({ connectionString: url });
  const partner = (await platform.newPartner()).id;
  await write(platform, partner, ["kept"]);
  await platform.wiring.close();
  const name = new URL(url).pathname.slice(1);
  await administer(inject("postgresUrl"), `CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  const lost = await openOn(url);
  await write(lost, partner, ["lost 1", "lost 2"]);
  await lost.wiring.close();
  await administer(
    inject("postgresUrl"),
    `DROP DATABASE ${name}`,
    `ALTER DATABASE ${name}_copy RENAME TO ${name}`,
  );
  const restored = await openOn(url);
  await write(restored, partner, NEW);
  for (const after of [1, 2, 3]) expect(await readAfter(restored, partner, after)).toEqual(NEW);
  await administer(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
});

it("misses no event where servers were running while the database was replaced", async () => {
  const url = await emptyDatabase();
  await restoreInto(url);
  const platform = await openOn(url);
  const before = await readFeed(platform.system, { partnerId: busy, limit: 100 });
  await write(platform, busy, ["lost 1", "lost 2"]);
  await administer(
    url,
    // Until they have ended: a later end would be the answer to the first statement below.
    `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await restoreInto(url, "--clean");
  await write(platform, busy, NEW);
  expect(await readAfter(platform, busy, before.nextAfter + 2)).toEqual(NEW);
});

it("misses no event where a backup was restored beside servers that keep their connections", async () => {
  const url = await emptyDatabase();
  await restoreInto(url);
  const platform = await openOn(url);
  const writeAtOnce = async (subjects: readonly string[]) =>
    fulfilled(await concurrently(subjects, (subject) => write(platform, busy, [subject])));
  const lost = NEW.map((name) => `lost ${name}`);
  for (let round = 0; round < 3; round += 1) {
    const { nextAfter } = await readFeed(platform.system, { partnerId: busy, limit: 100 });
    await writeAtOnce(lost);
    await restoreInto(url, "--clean");
    await writeAtOnce(NEW);
    const read = await readAfter(platform, busy, nextAfter + lost.length);
    expect(read.sort()).toEqual(NEW);
  }
});

it("leaves no gap where nothing was restored: sequences are raised once, and only by a restore", async () => {
  const url = await emptyDatabase();
  await restoreInto(url);
  await openOn(url);
  const platform = await openOn(url);
  await write(platform, busy, ["one"]);
  const before = await readFeed(platform.system, { partnerId: busy, limit: 100 });
  await administer(url, "VACUUM (FULL, FREEZE)");
  await (await openOn(url)).newPartner();
  await write(platform, busy, ["two"]);
  const after = { sequence: before.nextAfter };
  const { data } = await readFeed(platform.system, { partnerId: busy, after, limit: 10 });
  expect(data.map(({ sequence }) => sequence)).toEqual([before.nextAfter + 1]);
});

it("misses no event after a restore that only an operator knows of, such as a snapshot of the disk", async () => {
  const platform = await openOn(old.databaseUrl);
  const { nextAfter } = await readFeed(platform.system, { partnerId: busy, limit: 100 });
  await migrate({ connectionString: old.databaseUrl }, { wasRestored: true });
  await write(platform, busy, ["after"]);
  const page = await readFeed(platform.system, { partnerId: busy, limit: 100 });
  expect(page.nextAfter).toBeGreaterThan(nextAfter + 1_000_000);
  expect(await readAfter(platform, busy, nextAfter)).toEqual(["after"]);
});
