import { expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { platformForTests } from "../testing/platform";

const platform = await platformForTests();

it("accepts TanStack Query's page parameters, with null for the first page", async () => {
  const partner = await platform.newPartner();
  for (const email of ["one@example.com", "two@example.com"]) {
    await createCustomer(platform.system, { partnerId: partner.id, email, metadata: {} });
  }
  const { customers } = platform.caller((await platform.newPerson(partner, "viewer")).actor);
  const own = { partner: partner.code };
  const query = { ...own, limit: 1, direction: "forward" } as const;
  const first = await customers.list({ ...query, cursor: null });
  expect(first.data.map(({ email }) => email)).toEqual(["two@example.com"]);
  // However the first page is requested, it is the same list, so that its cursor is accepted.
  expect(await customers.list({ ...own, limit: 1 })).toEqual(first);
  const second = await customers.list({ ...query, cursor: first.nextCursor });
  expect(second).toMatchObject({ data: [{ email: "one@example.com" }], nextCursor: null });
  const backward = { ...own, limit: 1, direction: "backward" } as unknown as typeof query;
  await expect(customers.list(backward)).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
