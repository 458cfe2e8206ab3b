import type { Endpoint } from "../endpoint";
import { deliveryEndpoints } from "../endpoints/webhook-deliveries";
import { webhookEndpoints } from "../endpoints/webhooks";
import { OF_PLATFORM } from "../webhook-owner";

/** The platform's own webhook endpoints, which get the events of all partners. */
export const PLATFORM_WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  ...webhookEndpoints(OF_PLATFORM),
  ...deliveryEndpoints(OF_PLATFORM),
];
