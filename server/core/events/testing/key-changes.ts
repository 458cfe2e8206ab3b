import { expect } from "vitest";
import { setKeyNetworks } from "../../keys/edit";
import { issueKey, revokeKey, rotateKey, setKeyLimit } from "../../keys/mutations";
import { reportLeak } from "../../leaks/mutations";
import { createPartner } from "../../partners/mutations";
import { readFeed } from "../queries";
import type { Changes, Stage } from "./stage";

const SHOP = {
  label: "Shop",
  scopes: ["prices:read" as const],
  allowedNetworks: ["192.0.2.0/24"],
};

/** The changes of a key, and the events that they cause. */
export function keyChanges({ platform: { system }, newSeller }: Stage): Changes {
  const newShop = async () => {
    const { partnerId, newEvents } = await newSeller();
    const { key, plaintext } = await issueKey(system, { partnerId, ...SHOP });
    const subject = { type: "key", id: key.id, url: null };
    return { keyId: key.id, plaintext, subject, newEvents };
  };
  return {
    async "keys: issued, rotated and revoked"() {
      const { keyId, subject, newEvents } = await newShop();
      const { allowedNetworks, ...known } = SHOP;
      const limits = { per_minute: 300, allowed_networks: allowedNetworks };
      const data = { ...known, expires_at: null, ...limits };
      expect(await newEvents()).toEqual([{ type: "key.created", subject, data }]);
      const { key: successor } = await rotateKey(system, { keyId });
      expect(await newEvents()).toEqual([
        { type: "key.rotated", subject, data: { label: "Shop", successor_id: successor.id } },
        { type: "key.created", subject: { type: "key", id: successor.id, url: null }, data },
      ]);
      for (const _ of ["first", "again"]) await revokeKey(system, { keyId, after: "now" });
      expect(await newEvents()).toEqual([
        { type: "key.revoked", subject, data: { label: "Shop", was_scheduled: false } },
      ]);
    },

    async "keys: their limit and address ranges"() {
      const { keyId, subject, newEvents } = await newShop();
      await newEvents();
      for (const perMinute of [900, 900, null]) await setKeyLimit(system, { keyId, perMinute });
      expect((await newEvents()).map((each) => each.data)).toEqual([
        { label: "Shop", before: 300, after: 900 },
        { label: "Shop", before: 900, after: 300 },
      ]);
      const allowedNetworks = ["192.0.2.0/24", "2001:db8::/32"];
      for (const _ of ["first", "again"])
        await setKeyNetworks(system, { keyId, allowedNetworks, mayWiden: true });
      const data = { label: "Shop", before: SHOP.allowedNetworks, after: allowedNetworks };
      expect(await newEvents()).toEqual([{ type: "key.networks_changed", subject, data }]);
    },

    async "keys: found in public"() {
      const { subject, plaintext, newEvents } = await newShop();
      await newEvents();
      const url = "https://github.com/octocat/shop";
      for (const _ of ["first", "again"])
        await reportLeak(system, { plaintext, source: "commit", url });
      const data = { label: "Shop", source: "commit", url, revoked: false };
      expect(await newEvents()).toEqual([{ type: "key.leaked", subject, data }]);
    },

    async "keys: the first of a new partner"() {
      const { partner } = await newSeller();
      const firstKey = { label: "First", scopes: [], expiresAt: null };
      const input = { code: `${partner.code}-b`, name: "B", revsharePct: 1, firstKey };
      const created = await createPartner(system, input);
      const feed = await readFeed(system, { partnerId: created.partner.id, limit: 9 });
      expect(feed.data.map(({ type, sequence }) => [type, sequence])).toEqual([["key.created", 1]]);
    },
  };
}
