import { expect } from "vitest";
import type { Platform } from "../../../testing/platform";
import type { Partner } from "../../partners/schema";
import { defineScope, removeScope } from "../../scopes/mutations";
import type { Event } from "../schema";

type Seller = {
  partner: Partner;
  newEvents(): Promise<Pick<Event, "type" | "subject" | "data">[]>;
};
type Stage = { platform: Platform; newSeller(): Promise<Seller> };

/** The changes of scopes, and the events that they cause. */
export function scopeChanges(stage: () => Stage): Record<string, () => Promise<void>> {
  return {
    async "the removal of a scope: one for each partner whose active keys had it"() {
      const { platform, newSeller } = stage();
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
