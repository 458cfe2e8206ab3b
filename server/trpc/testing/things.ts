import type { Actor } from "../../core/kernel/actor";
import { reportLeak } from "../../core/leaks/mutations";
import { openLimitRequest } from "../../core/limit-requests/mutations";
import type { Partner } from "../../core/partners/schema";
import { listOpenLinks } from "../../core/team/open-links";
import type { Platform } from "../../testing/platform";
import {
  importCharges,
  newAlert,
  newDetails,
  newEndpoint,
  newMember,
  newOperator,
  newPayout,
  newProduct,
  newScope,
  newSession,
  newTransfer,
} from "./scene";

type Scene = { platform: Platform; partner: Partner; owner: Actor | null | undefined };
type Make = (scene: Scene) => Promise<Record<string, string>>;

/** How the things are created that a call may use up; each returns their IDs. */
const MAKES: readonly Make[] = [
  async ({ platform, partner }) => {
    const { key, plaintext } = await platform.newKey(partner);
    await reportLeak(platform.system, { plaintext, source: "commit", url: "https://example.com" });
    return { key: key.id };
  },
  async ({ platform, partner }) => {
    const askedKey = (await platform.newKey(partner)).key.id;
    const asked = { keyId: askedKey, wantedPerMinute: 600, reason: "more" };
    return { askedKey, limitRequest: (await openLimitRequest(platform.system, asked)).id };
  },
  async ({ platform, partner }) => {
    const member = await newMember(platform, partner);
    const [link] = await listOpenLinks(platform.system, { partnerId: partner.id });
    return { member, link: link?.id ?? "" };
  },
  ({ platform, partner }) => newEndpoint(platform, partner),
  ({ platform, partner }) => importCharges(platform, partner),
  async ({ platform, partner }) => ({ payout: await newPayout(platform, partner) }),
  async ({ platform }) => ({ product: await newProduct(platform) }),
  async ({ platform, partner }) => ({ alert: await newAlert(platform, partner) }),
  async ({ platform, partner }) => ({ transfer: await newTransfer(platform, partner) }),
  async ({ platform, partner }) => ({ details: await newDetails(platform, partner) }),
  async ({ platform }) => ({ toTerminate: (await platform.newPartner()).id }),
  async ({ platform }) => ({ operator: await newOperator(platform) }),
  async ({ platform }) => {
    const { key, plaintext } = await platform.newPlatformKey();
    await reportLeak(platform.system, { plaintext, source: "commit", url: "https://example.com" });
    return { platformKey: key.id };
  },
  async ({ platform }) => ({ scope: await newScope(platform) }),
  async ({ platform, owner }) => ({ session: await newSession(platform, owner) }),
];

/** Keeps `ids` those of things that no call has used up. */
export function thingsIn(ids: Record<string, string>) {
  const made = new Map<Make, string[]>();
  let stale = new Set(MAKES);
  return {
    /** After a change, which may have used up anything. */
    afterChange() {
      stale = new Set(MAKES);
    },
    /** Creates again what may be used up. With `names`, an input, only the things in it. */
    async renew(scene: Scene, names?: string) {
      for (const make of stale) {
        const isNamed = made.get(make)?.some((id) => names?.includes(id) ?? true) ?? true;
        if (!isNamed) continue;
        const created = await make(scene);
        Object.assign(ids, created);
        made.set(make, Object.values(created));
        stale.delete(make);
      }
    },
  };
}
