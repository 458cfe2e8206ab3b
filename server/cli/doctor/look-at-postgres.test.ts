import { expect, inject, it } from "vitest";
import { addEndpoint } from "../../core/webhooks/testing/endpoint";
import { readEnv } from "../../env";
import { administer } from "../../stores/testing/administer";
import { openPlatform, SECRET } from "../../testing/platform";
import { createEmptyDatabase } from "../../testing/template-database";
import { lookAtPostgres } from "./look-at-postgres";

it("warns at once about many pending webhooks and about failing endpoints", async () => {
  const { system, databaseUrl, newPartner, close } = await openPlatform();
  await addEndpoint(system, (await newPartner()).id);
  const env = readEnv({ DATABASE_URL: databaseUrl }, { isServing: false });
  const examined = async () =>
    (await lookAtPostgres(env, databaseUrl))
      .filter(({ check }) => check.startsWith("webhook"))
      .map(({ check, state, says }) => [check, state, says]);
  await system.transact((tx) => tx.$executeRaw`DELETE FROM webhook_deliveries`);
  expect(await examined()).toEqual([["webhooks", "ok", "0 pending, 0 failing endpoints"]]);
  await system.transact(async (tx) => {
    await tx.$executeRaw`UPDATE webhook_endpoints SET failing_since = now()`;
    await tx.$executeRaw`
      INSERT INTO webhook_deliveries
        (endpoint_id, event_id, type, test_body, next_attempt_at, created_at)
      SELECT (SELECT id FROM webhook_endpoints), 'evt_' || n, 'ping', '{}', now(), now()
      FROM generate_series(1, 10001) n`;
  });
  expect(await examined()).toEqual([
    ["webhooks", "warning", "10001 pending, the oldest for 0.0 hours"],
    ["webhook endpoints", "warning", "1 of 1 endpoints are failing"],
  ]);
  await close();
});

it("warns about what was encrypted with another secret, as in a backup of before a rotation", async () => {
  const { system, databaseUrl, newPartner, newOperator, close } = await openPlatform();
  await addEndpoint(system, (await newPartner()).id);
  await newOperator();
  const examined = async (secrets: Record<string, string>) => {
    const env = readEnv({ DATABASE_URL: databaseUrl, ...secrets }, { isServing: false });
    const findings = await lookAtPostgres(env, databaseUrl);
    return findings.filter(({ check }) => check === "encrypted data");
  };
  const NEXTAUTH_SECRET = "n".repeat(40);
  expect(await examined({ NEXTAUTH_SECRET: SECRET })).toMatchObject([{ state: "ok" }]);
  expect(await examined({ NEXTAUTH_SECRET })).toEqual([
    {
      check: "encrypted data",
      state: "warning",
      says: "encrypted with another NEXTAUTH_SECRET: 1 two-factor secret, 1 webhook secret",
      advice: expect.stringContaining("NEXTAUTH_SECRET_PREVIOUS"),
    },
  ]);
  const both = { NEXTAUTH_SECRET, NEXTAUTH_SECRET_PREVIOUS: SECRET };
  expect(await examined(both)).toMatchObject([{ state: "ok" }]);
  expect(await examined({})).toEqual([]);
  await close();
});

it("calls a database of before the first migration that, and says what to do", async () => {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  await administer(
    database.url,
    "CREATE TABLE _prisma_migrations (migration_name text, finished_at timestamptz, rolled_back_at timestamptz)",
    "INSERT INTO _prisma_migrations VALUES ('20261121000000_init', now(), NULL)",
  );
  const env = readEnv({ DATABASE_URL: database.url }, { isServing: false });
  const findings = await lookAtPostgres(env, database.url);
  await database.drop();
  expect(findings.filter(({ check }) => check === "migrations")).toEqual([
    {
      check: "migrations",
      state: "fault",
      says: expect.stringContaining("from before the first release"),
      advice: expect.stringContaining("use an empty database"),
    },
  ]);
});
