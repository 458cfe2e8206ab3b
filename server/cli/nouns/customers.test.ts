import { expect, test } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { platformForTests } from "../../testing/platform";
import { findCommand } from "../commands";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { run } = commandsOn(platform);

async function newCustomer() {
  const partner = await platform.newPartner();
  const input = { email: "ada@example.com", name: "Ada", externalId: "crm-1" };
  const fields = { partnerId: partner.id, ...input, metadata: { plan: "a" } };
  const { id } = await createCustomer(platform.system, fields);
  return { partner, id };
}

test("a customer is listed, shown and changed", async () => {
  const { partner, id } = await newCustomer();
  const listed = await run("customer list", { partner: partner.code, search: "ada" });
  expect(listed.json).toMatchObject([{ id, external_id: "crm-1", status: "active" }]);
  expect(listed.text).toContain("ada@example.com");
  const none = await run("customer list", { partner: partner.code, search: "bob" });
  expect(none).toEqual({ json: [], text: "No customers found." });

  const changes = { email: "ada@other.example", name: "", metadata: '{"plan":null,"seats":"2"}' };
  const updated = await run("customer update", { customerId: id, ...changes });
  expect(updated.text).toBe(`Updated customer ${id} (ada@other.example).`);
  const shown = await run("customer show", { customerId: id });
  const after = { email: "ada@other.example", name: null, metadata: { seats: "2" } };
  expect(shown.json).toEqual({ ...updated.json, ...after, external_id: "crm-1" });
  expect(shown.text).toContain('{"seats":"2"}');
});

test("a customer is created once", async () => {
  const partner = await platform.newPartner();
  const input = { partner: partner.code, email: "bob@example.com", metadata: '{"plan":"a"}' };
  const { json, text } = await run("customer create", input);
  expect(json).toMatchObject({ email: "bob@example.com", name: null, metadata: { plan: "a" } });
  expect(text).toBe(`Created customer ${json.id} (bob@example.com).`);
  const again = await run("customer create", { partner: partner.code, email: "BOB@example.com" });
  expect(again.failure).toMatchObject({ code: "conflict" });
});

test("a customer is suspended, resumed, closed and reopened", async () => {
  const { partner, id: customerId } = await newCustomer();
  const moves = { suspend: "Suspended", resume: "Resumed", close: "Closed", reopen: "Reopened" };
  const statuses: string[] = [];
  for (const [move, done] of Object.entries(moves)) {
    const { json, text } = await run(`customer ${move}`, { customerId });
    expect(text).toBe(`${done} customer ${customerId} (ada@example.com).`);
    statuses.push(json.status);
  }
  expect(statuses).toEqual(["suspended", "active", "closed", "active"]);
  await run("customer close", { customerId });
  const { failure } = await run("customer suspend", { customerId });
  expect(failure).toMatchObject({ code: "conflict" });
  const listed = await run("customer list", { partner: partner.code, status: "closed" });
  expect(listed.json).toMatchObject([{ id: customerId, status: "closed" }]);
});

test("a customer is anonymized only with its ID as a confirmation", async () => {
  const { id: customerId } = await newCustomer();
  const check = (confirm: string) =>
    findCommand("customer anonymize")?.check({ customerId, confirm });
  expect(check("acc_other")).toMatchObject([{ path: "--confirm" }]);
  const { json, text } = await run("customer anonymize", { customerId, confirm: customerId });
  expect(text).toBe(`Anonymized customer ${customerId}.`);
  expect(json).toMatchObject({ status: "anonymized", name: null, external_id: null, metadata: {} });
});

test("a customer is transferred to another partner, which is named by its code", async () => {
  const { partner, id: customerId } = await newCustomer();
  const { code: to } = await platform.newPartner();
  const { json, text } = await run("customer transfer", { customerId, to });
  expect([json.id, text]).toEqual([
    customerId,
    `Transferred customer ${customerId} (ada@example.com).`,
  ]);
  const listed = async (code: string) => (await run("customer list", { partner: code })).json;
  expect([await listed(partner.code), await listed(to)]).toMatchObject([[], [{ id: customerId }]]);
  const { failure } = await run("customer transfer", { customerId, to: "nobody" });
  expect(failure).toMatchObject({ code: "not_found" });
});

test("wrong words are explained, and an unknown customer is not found", async () => {
  const { id } = await newCustomer();
  const wrong = findCommand("customer update")?.check({ customerId: id, metadata: "{plan" });
  expect(wrong).toEqual([{ path: "--metadata", message: expect.stringContaining("JSON") }]);
  const number = findCommand("customer update")?.check({ customerId: id, metadata: '{"a":1}' });
  expect(number).toMatchObject([{ path: "--metadata" }]);
  const { failure } = await run("customer show", { customerId: "acc_nothing" });
  expect(failure).toMatchObject({ code: "not_found" });
});
