import type { Endpoint } from "./endpoint";
import { CHARGE_ENDPOINTS } from "./endpoints/charges";
import { CUSTOMER_ENDPOINTS } from "./endpoints/customers";
import { EVENT_ENDPOINTS } from "./endpoints/events";
import { KEY_ENDPOINTS } from "./endpoints/keys";
import { METRICS_ENDPOINTS } from "./endpoints/metrics";
import { PARTNER_ENDPOINTS } from "./endpoints/partners";
import { PAYOUT_ENDPOINTS } from "./endpoints/payouts";
import { PRICE_ENDPOINTS } from "./endpoints/prices";
import { TERM_ENDPOINTS } from "./endpoints/terms";
import { TRANSFER_ENDPOINTS } from "./endpoints/transfers";
import { DELIVERY_ENDPOINTS } from "./endpoints/webhook-deliveries";
import { WEBHOOK_ENDPOINTS } from "./endpoints/webhooks";

/** Every endpoint that needs a key. Routes, documentation and the common tests use this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PARTNER_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...CHARGE_ENDPOINTS,
  ...METRICS_ENDPOINTS,
  ...PRICE_ENDPOINTS,
  ...PAYOUT_ENDPOINTS,
  ...TRANSFER_ENDPOINTS,
  ...TERM_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
];
