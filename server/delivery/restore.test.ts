import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { migrate } from "../stores/migrate";
import { openPlatform } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";
import { createEmptyDatabase } from "../testing/template-database";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();

const PLAIN = ["--schema=public", "--no-owner", "--no-privileges"];

it("after a restore, deliveries that were pending at the time of the backup are sent again", async () => {
  const { partnerId, received } = await stand.newEndpoint();
  const backup = join(temporaryFolder("deliveries"), "backup");
  const idsOf = () => received.map(({ headers }) => headers["webhook-id"]);

  await stand.newCustomer(partnerId);
  execFileSync("pg_dump", [
    ...PLAIN,
    "--format=custom",
    `--file=${backup}`,
    stand.platform.databaseUrl,
  ]);
  const dispatcher = stand.startDispatcher();
  await expect.poll(() => received).toHaveLength(1);
  await dispatcher.drained();
  await dispatcher.close();

  const database = await createEmptyDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  execFileSync("pg_restore", [
    ...PLAIN,
    "--single-transaction",
    `--dbname=${database.url}`,
    backup,
  ]);
  await migrate({ connectionString: database.url });
  const restored = await openPlatform({ beside: { databaseUrl: database.url } });
  onTestFinished(() => restored.close());
  stand.startDispatcher(restored.wiring.core);
  await expect.poll(() => received).toHaveLength(2);
  // Receivers recognize the repeat by its ID.
  expect(new Set(idsOf()).size).toBe(1);
});
