import { expect, it } from "vitest";
import { snakeCase } from "../core/kernel/wire";
import { EVENT_TYPES, type EventType } from "../core/registry";
import { SNAPSHOT_SCHEMAS } from "../core/webhooks/body";
import { SNAPSHOT_EXAMPLES } from "../core/webhooks/snapshot-examples";
import { sendTestEvent } from "../core/webhooks/test-events";
import { webhookStand } from "./testing/stand";

const stand = await webhookStand();
const TYPES = Object.keys(EVENT_TYPES) as EventType[];

it.each(["thin", "snapshot"] as const)(
  "test events have the format of an endpoint with %s payloads",
  async (payload) => {
    const { endpointId, received } = await stand.newEndpoint(undefined, { payload });
    for (const type of TYPES) await sendTestEvent(stand.system, { endpointId, type });
    const dispatcher = stand.startDispatcher();
    await expect.poll(() => received).toHaveLength(TYPES.length);
    await dispatcher.drained();
    for (const { body } of received) {
      const { type, subject, data } = JSON.parse(body);
      const schemas: Record<string, { shape: object }> = SNAPSHOT_SCHEMAS;
      const isSnapshot = payload === "snapshot" && type in SNAPSHOT_EXAMPLES;
      const schema = isSnapshot ? schemas[subject.type] : undefined;
      const { shape } = schema ?? EVENT_TYPES[type as EventType].data;
      expect([type, Object.keys(data).sort()]).toEqual([
        type,
        Object.keys(shape).map(snakeCase).sort(),
      ]);
      // What the event is about is what its snapshot shows.
      if (schema) expect(data.id ?? data.product).toBe(subject.id);
    }
  },
);

it("every type whose subject the API returns has an example of it", () => {
  const returned = TYPES.filter((type) => EVENT_TYPES[type].subjects[0] in SNAPSHOT_SCHEMAS);
  // To the partner that no longer has the customer.
  const wanted = returned.filter((type) => type !== "account.transferred_out");
  expect(Object.keys(SNAPSHOT_EXAMPLES).sort()).toEqual(wanted.sort());
});
