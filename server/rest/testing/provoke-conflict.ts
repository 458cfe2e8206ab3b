import { createCustomer } from "../../core/customers/mutations";
import { newId } from "../../core/kernel/ids";
import { revokeKey } from "../../core/keys/mutations";
import { decideLimitRequest } from "../../core/limit-requests/mutations";
import { createPartner, terminatePartner } from "../../core/partners/mutations";
import { cancelTransfer, markTransfer } from "../../core/transfers/mutations";
import { updateEndpoint } from "../../core/webhooks/mutations";
import { MAX_FAILED_AT_ONCE } from "../../core/webhooks/pending";
import { newTransfer } from "../../trpc/testing/scene";
import { disallow, whileArchived } from "./disallow";
import type { Scene } from "./failure-stand";

type Provoke = (scene: Scene) => Promise<Response>;

/** Each makes its endpoint answer 409 as its document shows. Others do when they are called often. */
const CONFLICTS: Record<string, Provoke> = {
  setPrice: ({ platform, send }) => whileArchived(platform, "basic", () => send()),
  ...both(["updateAccount", "suspendAccount", "resumeAccount"], disallowed),
  ...both(["closeAccount", "reopenAccount"], disallowed),
  transferAccount: async ({ platform, partner, own, example, send }) => {
    const moving = await platform.system.db.customer.findUnique({ where: { id: own } });
    const email = moving?.email.toUpperCase() ?? "";
    const [name, revsharePct] = ["Other", 20];
    const to = await createPartner(platform.system, {
      code: `to-${partner.code}`,
      name,
      revsharePct,
    });
    const { id: partnerId } = to.partner;
    await createCustomer(platform.system, { partnerId, email, metadata: {} });
    return send({}, JSON.stringify({ ...example, partner: `to-${partner.code}` }));
  },
  ...both(["testWebhookEndpoint", "resendWebhookDelivery"], async ({ platform, own, send }) => {
    const [endpointId = ""] = own.split("/");
    await updateEndpoint(platform.system, { endpointId, status: "disabled" });
    return send();
  }),
  updateWebhookEndpoint: async ({ platform, own: endpointId, send }) => {
    await updateEndpoint(platform.system, { endpointId, status: "disabled" });
    await platform.system.transact(
      (tx) => tx.$executeRaw`
        INSERT INTO webhook_deliveries (endpoint_id, event_id, type, next_attempt_at, created_at)
        SELECT ${endpointId}, ${newId("event")} || n, 'ping', now(), now()
        FROM generate_series(1, ${MAX_FAILED_AT_ONCE}::integer) AS n`,
    );
    return send({}, '{"status":"enabled"}');
  },
  ...both(["suspendPartner", "reactivatePartner", "createTerm"], ofTerminated),
  setKeyLimit: ofTerminated,
  setKeyNetworks: async ({ platform, own, send }) => {
    await revokeKey(platform.system, { keyId: own, after: "now" });
    return send();
  },
  saveProduct: ({ example, send }) => send({}, JSON.stringify({ ...example, currency: "USD" })),
  closeMonth: ({ send }) => send({}, '{"period":"2026-12"}'),
  markPayout: async ({ platform, partner, send }) => {
    const id = await newTransfer(platform, partner);
    const where = { transfers: { some: { transferId: id } } };
    return send({}, undefined, (await platform.system.db.payout.findFirst({ where }))?.id);
  },
  markTransfer: async ({ platform, own, send }) => {
    await cancelTransfer(platform.system, { transferId: own });
    return send();
  },
  cancelTransfer: async ({ platform, own, send }) => {
    await markTransfer(platform.system, { transferId: own, status: "paid", reference: "1" });
    return send();
  },
  setScope: async ({ platform, send }) => {
    const { transact, clock } = platform.system;
    const names = Array.from({ length: 200 }, (_, n) => `bulk${n}:read`);
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    const data = names.map((name) => ({ name, description: "x", createdBy: "test", ...times }));
    await transact((tx) => tx.companyScope.createMany({ data }));
    try {
      return await send({}, undefined, "one_more:read");
    } finally {
      await transact((tx) => tx.companyScope.deleteMany({ where: { name: { in: names } } }));
    }
  },
  removeScope: async ({ platform, own, send }) => {
    for (let partners = 0; partners < 3; partners++) {
      const partner = await platform.newPartner();
      for (let keys = 0; keys < 4; keys++) await platform.newKey(partner, { scopes: [own] });
    }
    return send();
  },
  createPartner: async ({ platform, endpoint, send }) => {
    await createPartner(platform.system, { code: "acme", name: "Acme", revsharePct: 20 });
    return send({}, JSON.stringify(endpoint.bodyExample));
  },
  ...both(["approveLimitRequest", "declineLimitRequest"], async ({ platform, own, send }) => {
    await decideLimitRequest(platform.system, { decision: "decline", id: own, answer: "No" });
    return send();
  }),
};

function both(ids: readonly string[], provoke: Provoke): Record<string, Provoke> {
  return Object.fromEntries(ids.map((id) => [id, provoke]));
}

async function disallowed({ platform, endpoint, partner, own, send }: Scene): Promise<Response> {
  await disallow(platform, endpoint, partner.id, own);
  return send();
}

async function ofTerminated({ platform, partner, send }: Scene): Promise<Response> {
  const { id: partnerId } = partner;
  await terminatePartner(platform.system, { partnerId });
  return send();
}

/** The most keys that a partner can have, and one more. */
const TIMES = 51;

export async function provokeConflict(scene: Scene): Promise<Response> {
  const provoke = CONFLICTS[scene.endpoint.id];
  if (provoke) return provoke(scene);
  let last = "";
  for (let n = 0; n < TIMES; n++) {
    const response = await scene.send();
    if (response.status === 409) return response;
    last = await response.text();
  }
  throw new Error(`never in conflict, but ${last}`);
}
