import type { RequestListener } from "node:http";
import { afterEach, expect, onTestFinished } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import type { Core } from "../../core/kernel/actor";
import { type Delivery, listDeliveries } from "../../core/webhooks/queries";
import type { EndpointCreate } from "../../core/webhooks/schema";
import { addEndpoint } from "../../core/webhooks/testing/endpoint";
import { platformForTests } from "../../testing/platform";
import type { DispatcherOptions } from "../dispatcher";
import { openDispatcher } from "../open";
import { openReceiver, type Received } from "./receiver";

/** As openPlatform() has it. */
export const SECRET = "a secret of the tests, long enough to sign with";
type Load = Pick<DispatcherOptions, "isBusy" | "servingPlaces">;
const LOOPBACK = { allowedNetworks: [], allowedPorts: [], mayUseLoopback: true };

/** A platform for the tests of one file, with receivers and dispatchers that end with each test. */
export async function webhookStand() {
  const platform = await platformForTests();
  const { system } = platform;
  const dispatchers: { close(): Promise<void> }[] = [];
  let customers = 0;
  afterEach(async () => {
    await Promise.all(dispatchers.splice(0).map((each) => each.close()));
  });

  async function newReceiver(answer?: RequestListener) {
    const receiver = await openReceiver(answer);
    onTestFinished(receiver.close);
    return receiver;
  }

  /** A dispatcher of its own process, as far as the database can see. */
  function startDispatcher(core: Core = platform.wiring.core, options: Load = {}) {
    const dispatcher = openDispatcher(core, LOOPBACK, options);
    dispatchers.push(dispatcher);
    dispatcher.start();
    return dispatcher;
  }

  function newCustomer(partnerId: string) {
    const email = `c${++customers}@example.com`;
    return createCustomer(system, { partnerId, email, metadata: {} });
  }

  return {
    system,
    platform,
    newReceiver,
    startDispatcher,
    newCustomer,

    /** A partner with an endpoint, whose ping counts as delivered. */
    async newEndpoint(answer?: RequestListener, fields: Partial<EndpointCreate> = {}) {
      const receiver = await newReceiver(answer);
      const partner = await platform.newPartner();
      const usual = { url: receiver.url, types: ["account.*", "key.*"], perSecond: 1_000 };
      const endpoint = await addEndpoint(system, partner.id, { ...usual, ...fields });
      await system.transact(
        (tx) => tx.$executeRaw`DELETE FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id}`,
      );
      return { partner, partnerId: partner.id, endpoint, endpointId: endpoint.id, ...receiver };
    },

    /** Resolves once a new dispatcher has sent the endpoint its first event, and has nothing to do. */
    async sendFirst({ partnerId, received }: { partnerId: string; received: Received[] }) {
      const dispatcher = startDispatcher();
      await newCustomer(partnerId);
      await expect.poll(() => received).toHaveLength(1);
      await dispatcher.drained();
      return dispatcher;
    },

    async deliveriesOf(endpointId: string): Promise<Delivery[]> {
      return (await listDeliveries(system, { endpointId, limit: 100 })).data;
    },

    /** Moves the retries of an endpoint to now. */
    makeDue: (endpointId: string) =>
      system.transact(
        (tx) => tx.$executeRaw`
          UPDATE webhook_deliveries SET next_attempt_at = now()
          WHERE endpoint_id = ${endpointId} AND status = 'pending'`,
      ),
  };
}

export function firstOf(received: readonly Received[]): Received {
  const [first] = received;
  if (!first) throw new Error("nothing has arrived");
  return first;
}
