import { parse } from "csv-parse/sync";
import { expect, it, vi } from "vitest";
import { newId } from "../core/kernel/ids";
import { endDevices } from "../core/sign-in/devices";
import { platformForTests } from "../testing/platform";
import { ROWS_AT_ONCE } from "./export";
import { handleExport } from "./http";

const CUSTOMERS = ROWS_AT_ONCE * 4 + 1;

const platform = await platformForTests();
const partner = await platform.newPartner();
const at = Date.parse("2026-01-01T00:00:00Z");
const data = Array.from({ length: CUSTOMERS }, (_, index) => ({
  id: newId("customer", at + index),
  partnerId: partner.id,
  email: `c${index}@example.com`,
  emailKey: `c${index}@example.com`,
  status: index % 2 === 0 ? ("active" as const) : ("closed" as const),
  createdAt: new Date(at + index),
}));
await platform.wiring.core.transact((tx) => tx.customer.createMany({ data }));

/** A person who begins to download the partner's customers. */
async function begin(filter = "") {
  const { actor } = await platform.newPerson(partner, "viewer");
  const url = `http://latchkey.test/api/export/customers?partner=${partner.code}&${filter}`;
  const { core } = platform.wiring;
  const response = await handleExport(new Request(url), "customers", {
    core,
    actor,
    address: null,
  });
  expect(response.status).toBe(200);
  return { response, ctx: { ...core, actor, address: null } };
}

it("contains each row of a multi-page list once, with filters applied", async () => {
  const rowsOf = async (filter?: string): Promise<{ id: string }[]> =>
    parse(await (await begin(filter)).response.text(), { bom: true, columns: true });
  const all = await rowsOf();
  expect(new Set(all.map(({ id }) => id)).size).toBe(CUSTOMERS);
  expect(all.length).toBe(CUSTOMERS);
  expect(await rowsOf("status=closed")).toHaveLength(ROWS_AT_ONCE * 2);
});

it("is broken off once its user is signed out, however slowly the client reads", async () => {
  const { response, ctx } = await begin();
  const reader = response.body?.getReader();
  await reader?.read();
  await endDevices(ctx, { which: "all" });
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow("The export was broken off.");
});

it("a client that leaves while lines are read is no error", async () => {
  const error = vi.spyOn(platform.wiring.core.log, "error");
  const { response } = await begin();
  const reader = response.body?.getReader();
  await reader?.read();
  const reading = reader?.read();
  await new Promise(setImmediate);
  await reader?.cancel();
  expect(await reading).toMatchObject({ done: true });
  expect(error).not.toHaveBeenCalled();
});
