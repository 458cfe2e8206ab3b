import { expect } from "vitest";
import { defineScope, removeScope } from "../../scopes/mutations";
import type { Changes, Stage } from "./stage";

/** The changes of scopes, and the events that they cause. */
export function scopeChanges({ platform, newSeller }: Stage): Changes {
  return {
    async "the removal of a scope: one for each partner whose active keys had it"() {
      const [{ partner, newEvents }, other] = [await newSeller(), await newSeller()];
      const scope = { name: "orders:read", description: "View orders" };
      await defineScope(platform.system, scope);
      const { key } = await platform.newKey(partner, { scopes: [scope.name] });
      await newEvents();
      await removeScope(platform.system, { name: scope.name, keys: 1 });
      const subject = { type: "scope", id: scope.name, url: null };
      expect(await newEvents()).toEqual([
        { type: "scope.removed", subject, data: { count: 1, keys: [key.id] } },
      ]);
      expect(await other.newEvents()).toEqual([]);
    },
  };
}
