import { expect, it } from "vitest";
import { LatchkeyError } from "../../public/latchkey-platform";
import type { Endpoint } from "./endpoint";
import { PLATFORM_ENDPOINTS } from "./platform-endpoints";
import { PLATFORM_BASE_PATH } from "./route";
import { openClientStand } from "./testing/client-stand";
import { exampleFor, THINGS } from "./testing/things";

const stand = await openClientStand();
const latchkey = await stand.newPlatformClient();

type Method = (...input: unknown[]) => Promise<object>;

/** Calls the method with the operation's ID as the documented example does. */
async function callMethod(endpoint: Endpoint): Promise<object> {
  const { path, query, body } = endpoint;
  const partner = await stand.platform.newPartner();
  const thing = THINGS.platform[path];
  const [below = ""] = /\{.*\}/.exec(path) ?? [];
  const own = (await thing?.own(stand.platform, partner)) ?? "";
  // The thing is all from the first parameter to the last, such as `{id}/deliveries/{event_id}`.
  const params = below
    .split("/")
    .flatMap((part, index) => (part.startsWith("{") ? [own.split("/")[index]] : []));
  const example = await exampleFor(endpoint, stand.platform, partner);
  const input = [...params, ...(query ? [{}] : []), ...(body ? [example] : [])];
  const methods = latchkey as unknown as Record<string, Method>;
  return (methods[endpoint.id] as Method).apply(latchkey, input);
}

it.each(PLATFORM_ENDPOINTS)("$id sends $method $path", async (endpoint) => {
  stand.seen.length = 0;
  const result = await callMethod(endpoint);
  expect(Object.keys(result)).toEqual(Object.keys(endpoint.example as object));
  const [{ request, status } = {}] = stand.seen;
  const pattern = endpoint.path.replace(/\{\w+\}/g, "[^/]+");
  expect(new URL(request?.url ?? "").pathname).toMatch(
    new RegExp(`^${PLATFORM_BASE_PATH}${pattern}$`),
  );
  expect([request?.method, status]).toEqual([endpoint.method, endpoint.status]);
  const agent = request?.headers.get("user-agent");
  expect(agent).toMatch(/^latchkey-platform-ts\/\d/);
  const isRead = endpoint.method === "GET";
  expect(request?.headers.has("idempotency-key")).toBe(!isRead);
});

it("reads lists to the end, protects changes, and has typed errors", async () => {
  const { code: partner } = await stand.platform.newPartner();
  const made: string[] = [];
  for (let n = 0; n < 3; n++) {
    const email = `c${n}@example.com`;
    made.unshift((await latchkey.createAccount({ partner, email })).id);
  }
  const read: string[] = [];
  for await (const { id } of latchkey.allAccounts({ partner, limit: 1 })) read.push(id);
  expect(read).toEqual(made);
  const [id = ""] = made;
  const before = await latchkey.getAccount(id);
  await latchkey.updateAccount(id, { name: "Ada" }, { basedOn: before });
  const late = latchkey.updateAccount(id, { name: "Eve" }, { basedOn: before });
  const error = await late.catch((reason: unknown) => reason);
  expect(error instanceof LatchkeyError && error.code).toBe("precondition_failed");
});

it("a retried creation of a key returns the same key", async () => {
  const { code: partner } = await stand.platform.newPartner();
  const input = { partner, label: "Till", scopes: ["accounts:read"] };
  let failures = 1;
  stand.setBetween(async (_request, answer) => {
    const response = await answer();
    return failures-- > 0 ? new Response("bad gateway", { status: 502 }) : response;
  });
  const { id, plaintext } = await latchkey.createKey(input);
  expect(stand.statuses()).toEqual([502, 201]);
  expect((await stand.platform.call("/me", { key: plaintext ?? "" })).status).toBe(200);
  const keys: string[] = [];
  for await (const key of latchkey.allKeys({ partner })) keys.push(key.id);
  expect(keys).toEqual([id]);
});
