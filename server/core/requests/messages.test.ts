import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { anonymizeCustomer } from "../customers/anonymize";
import { createCustomer } from "../customers/mutations";
import { getRequest } from "./queries";

const platform = await platformForTests();
const { plaintext } = await platform.newKey(await platform.newPartner());
const narrow = await platform.newKey(await platform.newPartner(), { scopes: [] });

/** The logged message of a response to a request of a key; posts the body, if there is one. */
async function loggedOf(path: string, sent: { key?: string; body?: object }) {
  const requestId = await requestOf(path, sent);
  return (await getRequest(platform.system, { requestId })).errorMessage;
}

async function requestOf(path: string, { key = plaintext, body }: { key?: string; body?: object }) {
  const posted = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await platform.call(path, { key, ...posted });
  await platform.wiring.recorder.flush();
  return response.headers.get("x-request-id") ?? "";
}

const EMAIL = "someone@example.com";

it.each([
  [{ email: EMAIL }, null],
  [{ email: EMAIL }, "Another customer has this email."],
  [
    { name: "x".repeat(201), email: "someone" },
    "email: Must be an email address. name: Must be at most 200 characters.",
  ],
  [{ emial: EMAIL }, 'emial: Unknown field "emial". Did you mean email?'],
  [{ [EMAIL]: 1 }, '?: Unknown field "?".'],
  [{ email: EMAIL, metadata: { hobby: [] } }, "metadata.?: Must be a string."],
  [[1], "The body must be a JSON object."],
])("of the response to the body %j, the log has the message %j", async (body, message) => {
  expect(await loggedOf("/accounts", { body })).toBe(message);
});

it.each([
  ["/accounts?limit=someone", "limit: Must be an integer from 1 to 100."],
  ["/accounts?nonsense=someone", 'Unknown query parameter "nonsense".'],
  ["/accounts/acc_someone", "Customer not found."],
  ["/accounts?cursor=someone", "The cursor doesn't belong to this list."],
])("of the response to GET %s, the log has the message %j", async (path, message) => {
  expect(await loggedOf(path, {})).toBe(message);
});

it("names the scope that a key lacks", async () => {
  expect(await loggedOf("/accounts", { key: narrow.plaintext })).toBe(
    "api key lacks required scope: accounts:read",
  );
});

it("erasing a customer erases messages that name it, and not those with its letters", async () => {
  const partner = await platform.newPartner();
  const { plaintext: key } = await platform.newKey(partner);
  const fields = { partnerId: partner.id, email: "a@example.com", externalId: "a", metadata: {} };
  const { id: customerId } = await createCustomer(platform.system, fields);
  const sent = [{ email: "x" }, { a: 1 }, { "b.a": 1 }];
  const ids = await Promise.all(sent.map((body) => requestOf("/accounts", { key, body })));
  await anonymizeCustomer(platform.system, { customerId });
  const logged = ids.map((requestId) => getRequest(platform.system, { requestId }));
  expect((await Promise.all(logged)).map(({ errorMessage }) => errorMessage)).toEqual([
    "email: Must be an email address.",
    null,
    null,
  ]);
});
