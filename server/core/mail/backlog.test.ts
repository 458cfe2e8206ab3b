import { expect, it } from "vitest";
import { createMailQueue } from "../../mail/queue";
import { platformForTests } from "../../testing/platform";
import { mailFault, readMailBacklog } from "./backlog";

const platform = await platformForTests();
const { system } = platform;
const fault = async () => mailFault(await readMailBacklog(system.db));

it("mail that waits behind other mail is not said to be sent by no process", async () => {
  await system.transact(
    (tx) => tx.$executeRaw`
      INSERT INTO mails (id, address, type, fact, message, is_optional, status, next_attempt_at)
      SELECT 'msg_' || n, 'a@example.com', 'key.created', n, '{}', true, 'pending',
        now() - interval '10 minutes'
      FROM generate_series(1, 3) n`,
  );
  const waits = { problem: "mail has been due for 10 minutes, and no process sends it" };
  expect(await fault()).toMatchObject(waits);
  const queue = createMailQueue(system, "a process");
  const [mail] = await queue.claim(1);
  expect(await fault()).toBeNull();
  await queue.record(mail?.id ?? "", { result: "sent" });
  expect(await fault()).toMatchObject(waits);
  await queue.claim(1);
  // The process has died.
  await system.transact(
    (tx) => tx.$executeRaw`
      UPDATE mails SET next_attempt_at = now() - interval '1 second' WHERE claimed_by IS NOT NULL`,
  );
  expect(await fault()).toMatchObject(waits);
});
