import { z } from "zod";
import { fail } from "../../core/kernel/errors";
import { wholeList } from "../../core/kernel/whole-list";
import { sweepKeys } from "../../core/keys/notices";
import { Id } from "../../core/values/text";
import { listEndpoints } from "../../core/webhooks/queries";
import { EndpointCreate } from "../../core/webhooks/schema";
import type { Dispatcher } from "../../delivery/dispatcher";
import { type CommandHost, command } from "../command";
import { minute, tableOr } from "../table";

// Loaded lazily: the help text needs no database client.
const mutations = () => import("../../core/webhooks/mutations");

const Time = z.coerce.date();
const Listed = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  payload: z.enum(["thin", "snapshot"]),
  perSecond: z.int(),
  status: z.enum(["enabled", "disabled"]),
  disabledReason: z.string().nullable(),
  failingSince: Time.nullable(),
  lastSuccessAt: Time.nullable(),
  createdAt: Time,
});
const WithSecret = Listed.extend({ secret: z.string() });

/** Throws `invalid_request` where the process could not open what the servers seal. */
function dispatcherOf({ dispatcher }: CommandHost): Dispatcher {
  const message = "set NEXTAUTH_SECRET to the value that the servers have";
  return dispatcher ?? fail("invalid_request", { message });
}

const renderSecret = ({ id, url, secret }: z.infer<typeof WithSecret>) =>
  [
    `Webhook endpoint ${id} (${url}), whose events are signed with:`,
    `  ${secret}`,
    "Copy it now: it is shown only once.",
  ].join("\n");

const ENDPOINT = { shown: "ENDPOINT_ID", about: "endpoint ID", is: Id };

const create = command({
  name: "webhook create",
  summary: "send the events of all partners to a URL",
  options: {
    url: {
      shown: "URL",
      about: "URL that receives the events",
      is: z.string().pipe(EndpointCreate.shape.url),
    },
    types: {
      shown: "TYPES",
      about: "event types, for example account.*,payout.paid (default: all)",
      is: z
        .string()
        .default("*")
        .transform((text) => text.split(",").map((type) => type.trim()))
        .pipe(EndpointCreate.shape.types),
    },
  },
  flags: { snapshot: "include the resources in the events" },
  example: "latchkey webhook create --url https://erp.example.com/hooks --types account.created",
  output: WithSecret,
  run: async (call, { url, types, snapshot }, host) => {
    dispatcherOf(host);
    const { createEndpoint } = await mutations();
    const payload = snapshot ? "snapshot" : "thin";
    return createEndpoint(call, { partnerId: null, url, types, payload, perSecond: 1_000 });
  },
  render: renderSecret,
});

const list = command({
  name: "webhook list",
  summary: "list the platform's webhook endpoints, newest first",
  output: z.array(Listed),
  run: (call) => wholeList((page) => listEndpoints(call, { partnerId: null, ...page })),
  render: tableOr(
    "There are no platform webhook endpoints. Create one with: latchkey webhook create",
    [
      { title: "ID", cell: ({ id }) => id },
      { title: "STATUS", cell: ({ status, disabledReason }) => disabledReason ?? status },
      { title: "URL", cell: ({ url }) => url },
      { title: "TYPES", cell: ({ types }) => types.join(",") },
      { title: "FAILING SINCE", cell: ({ failingSince }) => minute(failingSince) },
      { title: "LAST SUCCESS", cell: ({ lastSuccessAt }) => minute(lastSuccessAt) },
    ],
  ),
});

const rotate = command({
  name: "webhook rotate",
  summary: "replace an endpoint's secret; the previous one signs too for 24 hours",
  args: { endpointId: ENDPOINT },
  output: WithSecret,
  run: async (call, input, host) => {
    dispatcherOf(host);
    return (await mutations()).rotateEndpointSecret(call, input);
  },
  render: renderSecret,
});

const enable = command({
  name: "webhook enable",
  summary: "enable a disabled endpoint",
  args: { endpointId: ENDPOINT },
  flags: { sendMissed: "also send missed events" },
  output: Listed,
  run: async (call, { endpointId, sendMissed }) =>
    (await mutations()).updateEndpoint(call, {
      endpointId,
      status: "enabled",
      ...(sendMissed && { sendMissed: true }),
    }),
  render: ({ id }) => `${id} is enabled.`,
});

const remove = command({
  name: "webhook delete",
  summary: "delete an endpoint",
  args: { endpointId: ENDPOINT },
  output: Listed,
  run: async (call, input) => (await mutations()).deleteEndpoint(call, input),
  render: ({ id }) => `${id} is deleted.`,
});

const deliver = command({
  name: "deliver",
  summary: "send the webhooks, notifications and mails that are due, for a cron job",
  flags: { once: "exit when no delivery is due" },
  example: "latchkey deliver --once",
  output: z.object({ delivered: z.int(), failed: z.int() }),
  // Hosts that need this command have no timers, so it also does what they would do.
  run: async (call, _input, host) => {
    const dispatcher = dispatcherOf(host);
    await sweepKeys(call);
    const done = await dispatcher.deliverDue();
    const { createNotifier } = await import("../../delivery/notifier");
    await createNotifier(call, { isStarted: false }).runOnce();
    await host.mailer?.drained();
    return done;
  },
  render: ({ delivered, failed }) => `${delivered} delivered, ${failed} failed.`,
});

export const WEBHOOK_COMMANDS = [create, list, rotate, enable, remove];
export const DELIVER_COMMANDS = [deliver];
