import { afterAll, expect, it } from "vitest";
import { issueKey } from "../core/keys/mutations";
import { createPartner } from "../core/partners/mutations";
import { readEnv } from "../env";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { openPostgres } from "../stores/postgres";
import { SECRET } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";
import { openWiring } from "../wiring";
import { answerFetch } from "./fetch";
import { BASE_PATH } from "./route";

// The embedded database has one connection: a read outside the open transaction would wait forever.
const embedded = await openEmbedded({ dataDir: temporaryFolder("embedded") });
afterAll(() => embedded.close());
await migrate(embedded.target);
const wiring = await openWiring({
  env: readEnv({ LOG_LEVEL: "silent" }),
  postgres: openPostgres(embedded.target),
  secret: SECRET,
  hasOwnServer: true,
});
afterAll(() => wiring.close());

it("writes once and replays on the embedded database, including concurrently", async () => {
  const system = {
    ...wiring.core,
    actor: { kind: "system", name: "test" },
    address: null,
  } as const;
  const input = { code: "acme", name: "Acme", revsharePct: 20 };
  const { partner } = await createPartner(system, input);
  const scopes = ["accounts:write" as const];
  const { plaintext } = await issueKey(system, { partnerId: partner.id, label: "test", scopes });
  const post = async (email: string) => {
    const request = new Request(`http://latchkey.test${BASE_PATH}/accounts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${plaintext}`,
        "content-type": "application/json",
        "idempotency-key": "once",
      },
      body: JSON.stringify({ email }),
    });
    const response = await answerFetch(wiring.api, request, { address: null });
    return { status: response.status, text: await response.text() };
  };
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post("ada@example.com")));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await wiring.core.db.customer.count()).toBe(1);
  expect((await post("grace@example.com")).text).toContain("idempotency_key_reused");
  // An error of the body comes first (docs/decisions/0007), and changes nothing that is stored.
  expect((await post("not an email")).text).toContain("validation_failed");
  expect(await post("ada@example.com")).toEqual(answers[0]);
});
