import { expect, it } from "vitest";
import { z } from "zod";
import { setKeyLimit } from "../core/keys/mutations";
import { newWebhookSecret } from "../core/webhooks/new-secret";
import { createGate } from "../rate-limit/gate";
import { platformForTests } from "../testing/platform";
import { createApi } from "./api";
import { endpoint } from "./endpoint";
import { answerFetch } from "./fetch";
import { createGroupTurns } from "./group-turns";
import { PARTNER_API } from "./partner-api";

// Tests the API's own guarantees on endpoints that the product does not have.
const Note = z.object({
  noteId: z.string(),
  dueAt: z.string().nullish(),
  tags: z.record(z.string(), z.string()),
});
const tag = { name: "Notes", description: "" };
const shared = { tag, returns: Note, names: { returns: "Note" }, example: {}, summary: "A note" };
const stored = { noteId: "n1", tags: { camelCase: "kept" }, secretColumn: "must not leak" };
const NOTES = [
  endpoint({
    ...shared,
    id: "getNote",
    route: "GET /notes/{id}",
    scope: "accounts:read",
    run: () => stored,
  }),
  endpoint({
    ...shared,
    id: "createNote",
    route: "POST /notes",
    scope: "accounts:write",
    status: 201,
    body: z.strictObject({ noteText: z.string().max(70_000), dueAt: z.iso.datetime().optional() }),
    run: ({ body, ctx }) => {
      if (body.noteText === "boom") throw new Error("a secret of the database");
      return { noteId: ctx.actor.kind, dueAt: body.dueAt, tags: {} };
    },
  }),
  endpoint({
    ...shared,
    id: "listNotes",
    route: "GET /notes",
    scope: null,
    query: z.strictObject({ createdAfter: z.iso.datetime().optional() }),
    run: () => stored,
  }),
];

const logged: { fields: object; message: string }[] = [];
const platform = await platformForTests();
const { keyCache, limiter, recorder } = platform.wiring;
const error = (fields: object, message: string) => void logged.push({ fields, message });
const core = { ...platform.wiring.core, log: { ...platform.wiring.log, error } };
const limit = createGate(limiter);
const documents = () => Promise.reject(new Error("the document can't be read"));
const turnsOf = createGroupTurns(2);
const turns = {
  writeTurns: turnsOf,
  readTurns: turnsOf,
  longBodiesOfKey: turnsOf,
  longBodies: turnsOf,
};
const services = { core, keyCache, limit, ...turns, recorder, observe: null, documents };
const none = { holds: null, eventWaits: null, attempts: null };
const api = createApi({ ...services, ...none }, { ...PARTNER_API, endpoints: NOTES });
const issued = await platform.newKey(await platform.newPartner());
await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute: 1_000 });
const key = issued.plaintext;

async function call(path: string, init: RequestInit & { key?: string } = {}) {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${init.key ?? key}`);
  if (init.body && !headers.has("content-type")) headers.set("content-type", "application/json");
  const url = `http://latchkey.test/api/v1/reseller${path}`;
  const response = await answerFetch(api, new Request(url, { ...init, headers }), {
    address: "192.0.2.1",
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text ? JSON.parse(text) : null,
  };
}
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  call("/notes", { method: "POST", body, headers });

it("renames declared fields, keeps the keys of records and omits undeclared fields", async () => {
  const { body } = await call("/notes/n1");
  expect(body).toEqual({ note_id: "n1", tags: { camelCase: "kept" } });
});

it("responds to HEAD with the headers of GET and no body", async () => {
  const get = await call("/notes/n1");
  const head = await call("/notes/n1", { method: "HEAD" });
  expect(head.text).toBe("");
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
});

it("accepts a JSON object with snake_case names", async () => {
  const { status, body } = await post('{"note_text":"hello","due_at":"2026-11-21T00:00:00Z"}');
  expect(status).toBe(201);
  expect(body).toEqual({ note_id: "key", due_at: "2026-11-21T00:00:00Z", tags: {} });
});

it.each([";", "; charset=utf-8", ';Charset="Utf-8"', "; charset=utf8; v=1", "; charset=us-ascii"])(
  "accepts application/json%s",
  async (parameters) => {
    const headers = { "content-type": `application/json${parameters}` };
    expect((await post('{"note_text":"grüezi"}', headers)).status).toBe(201);
  },
);

it.each(["latin1", "iso-8859-1", '"UTF-16"', "", "utf-8; charset=latin1"])(
  "rejects a body whose charset is %s",
  async (charset) => {
    const headers = { "content-type": `application/json; charset=${charset}` };
    const { status, body } = await post('{"note_text":"hello"}', headers);
    expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
    expect(body.error).toBe("The body must be in UTF-8.");
  },
);

// server/rest/contract.test.ts sends to every endpoint what all of them reject.
it.each([
  ["a body that is not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}, 400, "invalid_request"],
  ["no media type", "{}", { "content-type": "" }, 415, "unsupported_media_type"],
  ["a missing field", "{}", {}, 422, "validation_failed"],
  ["a field in camelCase", '{"noteText":"a"}', {}, 422, "validation_failed"],
] as const)("rejects %s", async (_what, body, headers, status, code) => {
  const answer = await post(body, headers);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
});

it("accepts a body of exactly 64 KiB", async () => {
  const body = '{"note_text":"hello","due_at":"2026-11-21T00:00:00Z"}'.padEnd(65_536);
  expect((await post(body)).status).toBe(201);
});

it("counts the bytes of the body as they arrive, ignoring Content-Length", async () => {
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(9_000))),
  });
  const init = { method: "POST", body: endless, duplex: "half" } as RequestInit;
  expect((await call("/notes", init)).status).toBe(413);
});

it("suggests the closest field name, in snake_case", async () => {
  const { body } = await post('{"note_txt":"a"}');
  expect(body.error).toBe('Unknown field "note_txt". Did you mean note_text?');
  expect(body.details.issues).toEqual([{ path: "note_txt", message: body.error }]);
  const wrong = await post('{"note_text":"a","due_at":"yesterday"}');
  expect(wrong.body.details.issues[0].path).toBe("due_at");
});

it("suggests the closest query parameter and rejects repeated ones", async () => {
  const typo = await call("/notes?created_aftr=x");
  expect(typo.body.error).toBe(
    'Unknown query parameter "created_aftr". Did you mean created_after?',
  );
  const twice = await call("/notes?created_after=2026-01-01T00:00:00Z&created_after=x");
  expect([twice.status, twice.body.code]).toEqual([400, "invalid_request"]);
  expect((await call("/notes?created_after=x")).body.code).toBe("validation_failed");
});

it("names an unknown field or parameter, unless it is unprintable or contains a key", async () => {
  const parameter = async (name: string) =>
    (await call(`/notes?${encodeURIComponent(name)}=secret`)).body.error;
  expect(await parameter("fooo")).toBe('Unknown query parameter "fooo".');
  expect(await parameter("Größe (cm)")).toBe('Unknown query parameter "Größe (cm)".');
  expect(await parameter("x".repeat(200))).toBe(`Unknown query parameter "${"x".repeat(40)}...".`);
  const field = async (name: string) => (await post(JSON.stringify({ [name]: "secret" }))).body;
  expect((await field("fooo")).details.issues).toEqual([
    { path: "fooo", message: 'Unknown field "fooo".' },
  ]);
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const keys = [plaintext, `a${plaintext.toUpperCase()}`, newWebhookSecret()];
  for (const name of ["\u202eabc", "a\u0000b", "", ...keys]) {
    expect(await parameter(name)).toBe("Unknown query parameter.");
    expect((await field(name)).error).toBe("Unknown field.");
  }
  expect((await field("\ud800")).error).toBe("Unknown field.");
  for (const name of keys) expect((await field(name)).details.issues[0].path).toBe("");
});

it("reveals nothing of an internal error except its request ID", async () => {
  const { status, body, text, headers } = await post('{"note_text":"boom"}');
  expect([status, body.code, body.details]).toEqual([500, "internal_error", {}]);
  expect(text).not.toContain("secret");
  const requestId = headers.get("x-request-id");
  expect(logged).toMatchObject([{ fields: { requestId }, message: "internal_error" }]);
  expect(Object.keys(logged[0]?.fields ?? {}).sort()).toEqual([
    "err",
    "method",
    "requestId",
    "route",
  ]);
});

it("neither compresses nor caches the failure of a document", async () => {
  const response = await call("/openapi.json", { headers: { "accept-encoding": "br" } });
  expect(response.status).toBe(500);
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.body).toMatchObject({ code: "internal_error" });
});

it("rejects headers longer than 16 KiB", async () => {
  const answer = await call("/notes/n1", { headers: { "x-padding": "x".repeat(16_384) } });
  expect([answer.status, answer.body.code]).toEqual([431, "headers_too_large"]);
});

it("responds with the error body to unknown paths, trailing slashes and long URLs, even without a key", async () => {
  const bare = async (path: string) => {
    const url = `http://latchkey.test/api/v1/reseller${path}`;
    return (await answerFetch(api, new Request(url), { address: null })).json();
  };
  expect(await bare("/nots")).toMatchObject({
    code: "not_found",
    error: "Path not found. Did you mean /notes?",
  });
  expect(await bare("/notes/")).toMatchObject({ code: "not_found" });
  expect(await bare("")).toMatchObject({ code: "not_found" });
  expect(await bare("/notes/%zz")).toMatchObject({ code: "not_found" });
  expect(await bare(`/notes?${"a".repeat(5_000)}`)).toMatchObject({ code: "uri_too_long" });
});
