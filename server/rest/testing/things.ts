import { createCustomer } from "../../core/customers/mutations";
import { newId } from "../../core/kernel/ids";
import type { KeyType } from "../../core/keys/format";
import { openLimitRequest } from "../../core/limit-requests/mutations";
import type { Partner } from "../../core/partners/schema";
import { saveProduct } from "../../core/products/mutations";
import { saveScope } from "../../core/scopes/mutations";
import { nextPeriod, periodOf } from "../../core/values/period";
import { addEndpoint } from "../../core/webhooks/testing/endpoint";
import type { Platform } from "../../testing/platform";
import { newTransfer } from "../../trpc/testing/scene";
import type { ApiDefinition } from "../definition";
import type { Endpoint } from "../endpoint";
import { PARTNER_API } from "../partner-api";
import { PLATFORM_API } from "../platform-api";

/** What a path's parameters name: one that exists, of this partner, and one that does not. */
type Thing = {
  own(platform: Platform, partner: Partner): Promise<string>;
  unknown: string;
  /** Each partner has its own view of it, so another partner's ID is no unknown one. */
  isShared?: true;
  /** A PUT creates what does not exist. */
  isCreated?: true;
};

/** A product that the tests create before they need a thing of it. */
export const PRODUCT = {
  code: "basic",
  name: "Basic",
  currency: "EUR",
  floor: 500,
  defaultRetail: 900,
};

/** Another product each time: other tests need the first one for sale. */
const RETIRED: Thing = {
  own: async ({ system }) => {
    const code = newId("product").toLowerCase();
    return (await saveProduct(system, { ...PRODUCT, code })).code;
  },
  unknown: "no-such-product",
  isShared: true,
};

let payouts = 0;

async function newPayout({ wiring }: Platform, { id: partnerId }: Partner): Promise<string> {
  const sums = { currency: "EUR", gross: 100, revsharePct: 20, amount: 20 };
  payouts += 1;
  // A partner has one of each month.
  const month = String((payouts % 12) + 1).padStart(2, "0");
  const period = `${2000 + Math.floor(payouts / 12)}-${month}`;
  const own = { id: newId("payout"), partnerId, period, createdAt: new Date() };
  const data = { ...own, ...sums };
  return (await wiring.core.transact((tx) => tx.payout.create({ data }))).id;
}

async function newCharge(platform: Platform, partner: Partner): Promise<string> {
  const customerId = await ACCOUNT.own(platform, partner);
  const { code } = PRODUCT;
  const product = await platform.system.db.product.findUniqueOrThrow({ where: { code } });
  const of = { partnerId: partner.id, customerId, productId: product.id };
  const sum = { amount: 50, currency: "EUR" };
  const [id, externalId] = [newId("charge"), newId("charge")];
  const data = { id, externalId, ...of, ...sum, occurredAt: new Date() };
  return (await platform.wiring.core.transact((tx) => tx.charge.create({ data }))).id;
}

type Owner = Pick<Partner, "id"> | { id: null };

async function newEndpoint(platform: Platform, { id: partnerId }: Owner): Promise<string> {
  if (partnerId === null) await deleteOwnEndpoints(platform);
  return (await addEndpoint(platform.system, partnerId)).id;
}

/** The platform may have twenty endpoints, which is fewer than there are tests. */
async function deleteOwnEndpoints({ system }: Platform): Promise<void> {
  await system.transact((tx) => tx.webhookEndpoint.deleteMany({ where: { partnerId: null } }));
}

/** An endpoint and an event that was delivered to it: all from the first parameter to the last. */
async function newDelivery(platform: Platform, owner: Owner): Promise<string> {
  const endpointId = await newEndpoint(platform, owner);
  const { db, transact } = platform.system;
  const ping = await db.webhookDelivery.findFirst({ where: { endpointId } });
  // Otherwise an attempt, at any time, changes it and its ETag.
  const over = { status: "delivered", nextAttemptAt: null } as const;
  await transact((tx) => tx.webhookDelivery.updateMany({ where: { endpointId }, data: over }));
  return `${endpointId}/deliveries/${ping?.eventId}`;
}

const ACCOUNT: Thing = {
  own: async ({ system }, { id: partnerId }) => {
    const customer = { email: "known@example.com", metadata: {} };
    return (await createCustomer(system, { partnerId, ...customer })).id;
  },
  unknown: newId("customer"),
};
/** Its email is nobody else's: the partner that gets it may have no other of that email. */
const MOVING_ACCOUNT: Thing = {
  ...ACCOUNT,
  own: async ({ system }, { id: partnerId }) => {
    const customer = { email: `${newId("customer")}@example.com`, metadata: {} };
    return (await createCustomer(system, { partnerId, ...customer })).id;
  },
};
const CHARGE: Thing = { own: newCharge, unknown: newId("charge") };
const PAYOUT: Thing = { own: newPayout, unknown: newId("payout") };
const TRANSFER: Thing = { own: newTransfer, unknown: newId("transfer") };
const WEBHOOK_ENDPOINT: Thing = { own: newEndpoint, unknown: newId("webhookEndpoint") };
const DELIVERY: Thing = {
  own: newDelivery,
  unknown: `${newId("webhookEndpoint")}/deliveries/${newId("event")}`,
};
const OWN_ENDPOINT: Thing = {
  ...WEBHOOK_ENDPOINT,
  own: (platform) => newEndpoint(platform, { id: null }),
};
const OWN_DELIVERY: Thing = {
  ...DELIVERY,
  own: (platform) => newDelivery(platform, { id: null }),
};

const SCOPE: Thing = {
  own: async ({ system }) => {
    await saveScope(system, { name: "orders:read", description: "View orders" });
    return "orders:read";
  },
  unknown: "no_such:read",
  isCreated: true,
};

const KEY: Thing = {
  own: async (platform, partner) => (await platform.newKey(partner)).key.id,
  unknown: newId("key"),
};

const LIMIT_REQUEST: Thing = {
  own: async (platform, partner) => {
    const { key } = await platform.newKey(partner);
    const wanted = { keyId: key.id, wantedPerMinute: 1_200, reason: "Our nightly import" };
    return (await openLimitRequest(platform.system, wanted)).id;
  },
  unknown: newId("limitRequest"),
};

const PARTNER: Thing = { own: async (_platform, { code }) => code, unknown: "nobody" };

/** One of its own: nothing else could be written to the tests' partner afterwards. */
const PARTNER_TO_END: Thing = {
  ...PARTNER,
  own: async (platform) => (await platform.newPartner()).code,
};

/**
 * For each API, what its paths name. A path that is not listed names what the path up to its first
 * parameter does.
 */
const NAMED: Record<KeyType, Record<string, Thing>> = {
  partner: {
    "/accounts/{id}": ACCOUNT,
    "/charges/{id}": CHARGE,
    "/transfers/{id}": TRANSFER,
    "/payouts/{id}": PAYOUT,
    "/prices/{product}": {
      own: async () => PRODUCT.code,
      unknown: "no-such-product",
      isShared: true,
    },
    "/webhook_endpoints/{id}": WEBHOOK_ENDPOINT,
    "/webhook_endpoints/{id}/deliveries/{event_id}": DELIVERY,
    "/webhook_endpoints/{id}/deliveries/{event_id}/resend": DELIVERY,
  },
  platform: {
    "/keys/{id}": KEY,
    "/webhook_endpoints/{id}": OWN_ENDPOINT,
    "/webhook_endpoints/{id}/deliveries/{event_id}": OWN_DELIVERY,
    "/webhook_endpoints/{id}/deliveries/{event_id}/resend": OWN_DELIVERY,
    "/limit_requests/{id}": LIMIT_REQUEST,
    "/partners/{partner}": PARTNER,
    "/partners/{partner}/terminate": PARTNER_TO_END,
    "/accounts/{id}": ACCOUNT,
    "/accounts/{id}/transfer": MOVING_ACCOUNT,
    "/products/{code}": {
      own: async () => PRODUCT.code,
      unknown: "no-such-product",
      isShared: true,
      isCreated: true,
    },
    "/products/{code}/archive": RETIRED,
    "/products/{code}/unarchive": RETIRED,
    "/charges/{id}": CHARGE,
    "/payouts/{id}": PAYOUT,
    "/transfers/{id}": TRANSFER,
    "/scopes/{name}": SCOPE,
  },
};

/** For each API and each of its paths with a parameter, what it names. */
export const THINGS: Record<KeyType, Record<string, Thing>> = {
  partner: thingsOf(PARTNER_API),
  platform: thingsOf(PLATFORM_API),
};

function thingsOf({ keyType, endpoints }: ApiDefinition): Record<string, Thing> {
  const paths = endpoints.map(({ path }) => path).filter((path) => path.includes("{"));
  return Object.fromEntries(
    paths.map((path) => {
      const [start = ""] = /^.*?\{\w+\}/.exec(path) ?? [];
      const thing = NAMED[keyType][path] ?? NAMED[keyType][start];
      if (thing) return [path, thing];
      throw new Error(`NAMED in server/rest/testing/things.ts lacks ${start}`);
    }),
  );
}

/** What the documented example of a body can't have: what exists only in this database. */
type Existing = (platform: Platform, partner: Partner) => Promise<object>;
const EXAMPLES: Record<KeyType, Record<string, Existing>> = {
  partner: {},
  platform: {
    verifyKey: async (platform, partner) => ({ key: (await platform.newKey(partner)).plaintext }),
    createWebhookEndpoint: async (platform) => {
      await deleteOwnEndpoints(platform);
      return {};
    },
    createKey: ofPartner,
    createAccount: ofPartner,
    transferAccount: ofPartner,
    createPartner: async (_platform, { code }) => ({
      code: `new-${code}`,
      owner_email: `${code}@example.com`,
    }),
    createTerm: async ({ system }) => ({
      from_month: nextPeriod(periodOf(system.clock.now())),
    }),
  },
};

async function ofPartner(_platform: Platform, { code: partner }: Partner) {
  return { partner };
}

/** The documented example of the endpoint's body, with what exists in this database. */
export async function exampleFor(endpoint: Endpoint, platform: Platform, partner: Partner) {
  const existing = await EXAMPLES[endpoint.keyType][endpoint.id]?.(platform, partner);
  return endpoint.bodyExample && { ...endpoint.bodyExample, ...existing };
}
