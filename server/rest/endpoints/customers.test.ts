import { expect, it } from "vitest";
import type { Issue } from "../../core/kernel/errors";
import { setKeyLimit } from "../../core/keys/mutations";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";

const platform = await platformForTests();

async function newClient() {
  const { key, plaintext } = await platform.newPartnerWithKey();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 100_000 });
  const api = jsonClient(platform.call, plaintext);
  const get = (path: string) => api("GET", path);
  const post = (body: object, headers = {}) => api("POST", "/accounts", body, headers);
  return { get, post };
}

it("creates an account and returns its URL in Location", async () => {
  const { get, post } = await newClient();
  const metadata = { camelCase: "kept", snake_case: "kept" };
  const made = await post({ email: "Ada@Example.com", external_id: "crm-1", metadata });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
    email: "Ada@Example.com",
    name: null,
    external_id: "crm-1",
    status: "active",
    metadata,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: made.body.created_at,
    suspended_at: null,
    closed_at: null,
    anonymized_at: null,
  });
  const location = made.headers.get("location") ?? "";
  expect(location).toBe(`/api/v1/reseller/accounts/${made.body.id}`);
  const read = await get(location.replace("/api/v1/reseller", ""));
  expect(read.body).toEqual(made.body);
  expect(made.headers.get("etag")).toBe(read.headers.get("etag"));
});

it.each<[string, Record<string, string>]>([
  ["with spaces around it", { " a": "1", a: "2", "a ": "3" }],
  ["that is only a space", { " ": "1" }],
  ["that differs in case", { a: "1", A: "2" }],
])("stores a metadata key %s as sent", async (_what, metadata) => {
  const { get, post } = await newClient();
  const { status, body } = await post({ email: "a@example.com", metadata });
  expect([status, body.metadata]).toEqual([201, metadata]);
  expect((await get(`/accounts/${body.id}`)).body.metadata).toEqual(metadata);
});

it("names the existing account with the same email or external ID", async () => {
  const { post } = await newClient();
  const { id } = (await post({ email: "a@example.com", external_id: "1" })).body;
  const byEmail = await post({ email: "A@example.com" });
  expect([byEmail.status, byEmail.body.code]).toEqual([409, "conflict"]);
  expect(byEmail.body.details).toEqual({ field: "email", id });
  const byExternalId = await post({ email: "b@example.com", external_id: "1" });
  expect(byExternalId.body.details).toEqual({ field: "external_id", id });
});

it("names invalid fields in snake_case and metadata keys as sent", async () => {
  const { post } = await newClient();
  const metadata = { myKey: "x".repeat(501) };
  const { body } = await post({ email: "a@example.com", external_id: 1, metadata });
  const paths = body.details.issues.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(["external_id", "metadata.myKey"]);
});

it.each(["externalId", "EXTERNAL_ID", "fooBar"])(
  "names the unknown field %s as sent",
  async (name) => {
    const { post } = await newClient();
    const { status, body } = await post({ email: "a@example.com", [name]: "1" });
    expect(status).toBe(422);
    expect(body.details.issues.map((issue: Issue) => issue.path)).toEqual([name]);
  },
);

it("explains PHP's empty array in place of an empty object", async () => {
  const { post } = await newClient();
  const hint = "PHP encodes an empty array as []: send (object) [] instead.";
  const { body } = await post({ email: "a@example.com", metadata: [] });
  expect(body.details.issues).toEqual([
    { path: "metadata", message: `Must be an object. ${hint}` },
  ]);
  expect((await post([])).body.error).toBe(`The body must be a JSON object. ${hint}`);
  const filled = await post({ email: "a@example.com", metadata: ["a"] });
  expect(filled.body.details.issues[0].message).toBe("Must be an object.");
});

it("next_cursor and Link both lead through all pages with the same filters", async () => {
  const { get, post } = await newClient();
  for (let i = 0; i < 5; i++) await post({ email: `c${i}@example.com` });
  const seen: string[] = [];
  let path = "/accounts?limit=2&status=active";
  for (;;) {
    const { body, headers } = await get(path);
    seen.push(...body.data.map(({ email }: { email: string }) => email));
    const link = /^<(.*)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    expect(link === undefined).toBe(body.next_cursor === null);
    if (link === undefined) break;
    const query = new URLSearchParams({ limit: "2", status: "active", cursor: body.next_cursor });
    expect(link).toBe(`/api/v1/reseller/accounts?${query}`);
    path = link.replace("/api/v1/reseller", "");
  }
  expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `c${i}@example.com`));
});

it.each([
  ["created_after=2026-11-21T00:00:00+01:00", "created_after", true],
  ["email=ada+1@example.com", "email", true],
  ["created_after=2026-11-21T00:00:00%2001:00&email=a%2Bb@example.com", "created_after", false],
])("explains in the error of ?%s that + was read as a space", async (query, path, isExplained) => {
  const { get } = await newClient();
  const { status, body } = await get(`/accounts?${query}`);
  expect([status, body.details.issues.map((issue: Issue) => issue.path)]).toEqual([422, [path]]);
  const words = 'In a query string, "+" means a space. Write it as %2B.';
  expect(body.details.issues[0].message.includes(words)).toBe(isExplained);
  expect((await get("/accounts?email=ada%2B1@example.com")).status).toBe(200);
});

it("keeps user_count of /me exact at the next request, with concurrent and repeated writes", async () => {
  const { get, post } = await newClient();
  const count = async () => (await get("/me")).body.user_count;
  expect(await count()).toBe(0);
  for (let i = 0; i < 3; i++) {
    expect((await post({ email: `one${i}@example.com` })).status).toBe(201);
    expect(await count()).toBe(i + 1);
  }
  const postOnce = async (i: number): Promise<Awaited<ReturnType<typeof post>>> => {
    const headers = { "idempotency-key": `k${i}` };
    const response = await post({ email: `many${i}@example.com` }, headers);
    // On a busy machine the first write may take more than the three seconds of a repeat.
    return response.body.code === "idempotency_key_in_use" ? postOnce(i) : response;
  };
  const twice = Array.from({ length: 20 }, (_, i) => postOnce(i % 10));
  const statuses = (await Promise.all(twice)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(201));
  expect(await count()).toBe(13);
});
