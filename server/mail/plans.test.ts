import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { costOf } from "../delivery/testing/plans";
import { platformForTests } from "../testing/platform";
import { createMailQueue } from "./queue";

// 40,000 mails, of which half wait, each about a notification.
const ROWS = 40_000;

const platform = await platformForTests();
const admin = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => admin.end());
await admin.connect();
await admin.query(
  `INSERT INTO notifications (id, type, fact_id, subject_id, data, message, occurred_at, created_at, is_open)
   SELECT 'ntf_' || n, 'key.created', n, 'key', '{}', '{}', now(), now(), false
   FROM generate_series(1, $1::int) n`,
  [ROWS],
);
await admin.query(
  `INSERT INTO mails (id, address, type, fact, message, is_optional, status, next_attempt_at, ended_at)
   SELECT 'msg_' || n, 'a@example.com', 'key.created', 'notification:ntf_' || n, '{}', true,
     (CASE WHEN n % 2 = 0 THEN 'sent' ELSE 'pending' END)::"MailStatus",
     CASE WHEN n % 2 = 1 THEN now() - n * interval '1 second' END,
     CASE WHEN n % 2 = 0 THEN now() END
   FROM generate_series(1, $1::int) n`,
  [ROWS],
);
await admin.query("ANALYZE");

const queue = createMailQueue(platform.system, "test");
const cost = () => costOf({ admin, large: ["mails", "notifications"] }, () => queue.claim(5));

it("a claim reads the mails that it takes, and not all that wait or all notifications", async () => {
  const claimed = await cost();
  expect(claimed.whole).toEqual([]);
  expect(claimed.rows).toBeLessThan(50);
});

it("without a mail that is due, it reads none", async () => {
  await admin.query(
    "UPDATE mails SET next_attempt_at = now() + interval '1 day' WHERE status = 'pending'",
  );
  await admin.query("ANALYZE mails");
  const idle = await cost();
  expect(idle.whole).toEqual([]);
  expect(idle.rows).toBeLessThan(5);
});
