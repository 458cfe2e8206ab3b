import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { noteSession } from "../core/sign-in/sessions";
import { jsonClient } from "../rest/testing/json-client";
import { platformForTests } from "../testing/platform";

const platform = await platformForTests();
const client = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => client.end());
await client.connect();

/** Makes writes to this table fail with PostgreSQL's own error for a full disk. */
const fill = (table: string) =>
  client.query(`
    CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`);
const makeRoom = (table: string) => client.query(`DROP TRIGGER no_room ON ${table}`);

// A write ends with the audit row, so everything before it has to be rolled back.
it.each(["customers", "audit_events"])(
  "while %s can't grow, writes return unavailable and leave nothing behind, and reads work",
  async (table) => {
    const partner = await platform.newPartner();
    const api = jsonClient(platform.call, (await platform.newKey(partner)).plaintext);
    const create = () =>
      api("POST", "/accounts", { email: "a@example.com" }, { "idempotency-key": "one" });
    await fill(table);
    const refused = await create();
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
    expect(refused.body).toEqual({
      error: "Service temporarily unavailable.",
      code: "unavailable",
      details: {},
    });
    expect((await api("GET", "/accounts")).body.data).toEqual([]);
    expect((await api("GET", "/me")).body.user_count).toBe(0);
    await makeRoom(table);
    expect((await create()).status).toBe(201);
  },
);

it("signed-in users can still read although their last activity can't be written", async () => {
  const { sessionId } = await platform.newPerson(await platform.newPartner(), "owner");
  await client.query("UPDATE sessions SET last_seen_at = now() - interval '1 day'");
  await fill("sessions");
  const seen = await noteSession(platform.wiring.core, { sessionId, address: null });
  expect(seen).toMatchObject({ kind: "user", sessionId });
  await makeRoom("sessions");
});

it("the recorder keeps usage it can't write and writes it once there is space", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  await fill("request_log");
  await platform.call("/me", { key: plaintext });
  await platform.wiring.recorder.flush();
  expect(platform.wiring.recorder.stats().requests.waiting).toBeGreaterThan(0);
  await makeRoom("request_log");
  await platform.wiring.recorder.flush();
  expect(platform.wiring.recorder.stats().requests).toEqual({ waiting: 0, dropped: 0, skipped: 0 });
  expect(await platform.system.db.requestLog.count({ where: { keyId: key.id } })).toBe(1);
});
