import { expect } from "vitest";
import { anonymizeCustomer } from "../../customers/anonymize";
import { createCustomer } from "../../customers/mutations";
import { moveCustomer } from "../../customers/status";
import { transferCustomer } from "../../customers/transfer";
import { updateCustomer } from "../../customers/update";
import type { Changes, Stage } from "./stage";

/** The changes of a customer, and the events that they cause. */
export function customerChanges({ platform: { system }, newSeller }: Stage): Changes {
  const newCustomer = async () => {
    const { partnerId, newEvents } = await newSeller();
    const input = { email: "a@example.com", externalId: "crm-1", metadata: { plan: "a" } };
    const { id } = await createCustomer(system, { partnerId, ...input });
    const subject = { type: "account", id, url: `/accounts/${id}` };
    return { customerId: id, subject, newEvents };
  };
  return {
    async "a created customer"() {
      const { subject, newEvents } = await newCustomer();
      const data = { external_id: "crm-1" };
      expect(await newEvents()).toEqual([{ type: "account.created", subject, data }]);
    },

    async "a changed customer: once, and only the names of the fields"() {
      const { customerId, subject, newEvents } = await newCustomer();
      await newEvents();
      const changes = { customerId, name: "Ada", externalId: null, metadata: { plan: null } };
      await updateCustomer(system, changes);
      await updateCustomer(system, changes);
      const data = { changed: ["name", "external_id", "metadata"] };
      expect(await newEvents()).toEqual([{ type: "account.updated", subject, data }]);
    },

    async "a suspended, resumed, closed and reopened customer: once each"() {
      const { customerId, subject, newEvents } = await newCustomer();
      await newEvents();
      const moves = ["suspend", "resume", "close", "reopen"] as const;
      for (const move of moves) {
        for (let n = 0; n < 2; n++) await moveCustomer(system, { customerId, move });
      }
      const types = ["suspended", "resumed", "closed", "reopened"];
      expect(await newEvents()).toEqual(
        types.map((name) => ({ type: `account.${name}`, subject, data: {} })),
      );
    },

    async "a transferred customer: once for each partner, and each sees only its own"() {
      const { customerId, subject, newEvents } = await newCustomer();
      await newEvents();
      const target = await newSeller();
      const to = { customerId, toPartnerId: target.partnerId };
      for (let n = 0; n < 2; n++) await transferCustomer(system, to);
      expect(await newEvents()).toEqual([{ type: "account.transferred_out", subject, data: {} }]);
      const data = { external_id: "crm-1" };
      expect(await target.newEvents()).toEqual([{ type: "account.transferred_in", subject, data }]);
      await anonymizeCustomer(system, { customerId });
      const erased = { type: "account.anonymized", subject, data: {} };
      for (const read of [newEvents, target.newEvents]) expect(await read()).toEqual([erased]);
    },

    async "an anonymized customer: once, and its earlier events name it no longer"() {
      const { customerId, subject, newEvents } = await newCustomer();
      for (let n = 0; n < 2; n++) await anonymizeCustomer(system, { customerId });
      expect(await newEvents()).toEqual([
        { type: "account.created", subject, data: { external_id: null } },
        { type: "account.anonymized", subject, data: {} },
      ]);
    },
  };
}
