import type { KeyRecord } from "../core/keys/record";
import { endpoint, platformEndpoint } from "./endpoint";

/** Whose webhook endpoints an API has: the calling partner's, or the platform's own. */
export type WebhookOwner = {
  declare: typeof endpoint;
  about: string;
  /** The partner that the key belongs to; null for the platform. */
  ownerOf(key: KeyRecord): string | null;
  /** What finds one: a partner's key sees only its own, the platform's only the platform's. */
  of: { partnerId?: null };
};

const DELIVERY =
  "signed by Standard Webhooks 1.0. Failed deliveries are retried for about three days.";

export const OF_PARTNER: WebhookOwner = {
  declare: endpoint,
  about: `Addresses that your events are sent to, ${DELIVERY} A key needs the scope of each type of event of an endpoint to create, change, test or delete it, and \`events:read\` for types without a scope of their own, such as \`key.created\`. Endpoints belong to the partner: they get their events whatever happens to the key that created them.`,
  ownerOf: ({ partner }) => partner.id,
  of: {},
};

export const OF_PLATFORM: WebhookOwner = {
  // Both make the same object. What these endpoints read of a key is what both types have.
  declare: platformEndpoint as unknown as typeof endpoint,
  about: `Addresses that the events of all partners are sent to, ${DELIVERY} A key needs \`events:read\`, too, to create, change, test or delete one. They get their events whatever happens to the key that created them.`,
  ownerOf: () => null,
  of: { partnerId: null },
};
