import type { Endpoint } from "./endpoint";
import { PLATFORM_AUDIT_ENDPOINTS } from "./platform/audit";
import { PLATFORM_CHARGE_ENDPOINTS } from "./platform/charges";
import { PLATFORM_CUSTOMER_ENDPOINTS } from "./platform/customers";
import { PLATFORM_EVENT_ENDPOINTS } from "./platform/events";
import { PLATFORM_KEY_ENDPOINTS } from "./platform/keys";
import { PLATFORM_LEAK_ENDPOINTS } from "./platform/leaks";
import { PLATFORM_LIMIT_REQUEST_ENDPOINTS } from "./platform/limit-requests";
import { PLATFORM_METRICS_ENDPOINTS } from "./platform/metrics";
import { PLATFORM_PARTNER_ENDPOINTS } from "./platform/partners";
import { PLATFORM_PAYOUT_ENDPOINTS } from "./platform/payouts";
import { PLATFORM_PRICE_ENDPOINTS } from "./platform/prices";
import { PLATFORM_PRODUCT_ENDPOINTS } from "./platform/products";
import { PLATFORM_SCOPE_ENDPOINTS } from "./platform/scopes";
import { PLATFORM_TERM_ENDPOINTS } from "./platform/terms";
import { PLATFORM_TRANSFER_ENDPOINTS } from "./platform/transfers";
import { PLATFORM_VERIFY_ENDPOINTS } from "./platform/verify";
import { PLATFORM_WEBHOOK_ENDPOINTS } from "./platform/webhooks";

/** Every endpoint of the platform API. Documentation and the common tests use this list. */
export const PLATFORM_ENDPOINTS: readonly Endpoint[] = [
  ...PLATFORM_VERIFY_ENDPOINTS,
  ...PLATFORM_KEY_ENDPOINTS,
  ...PLATFORM_CHARGE_ENDPOINTS,
  ...PLATFORM_PRODUCT_ENDPOINTS,
  ...PLATFORM_PRICE_ENDPOINTS,
  ...PLATFORM_PAYOUT_ENDPOINTS,
  ...PLATFORM_TRANSFER_ENDPOINTS,
  ...PLATFORM_LEAK_ENDPOINTS,
  ...PLATFORM_SCOPE_ENDPOINTS,
  ...PLATFORM_PARTNER_ENDPOINTS,
  ...PLATFORM_TERM_ENDPOINTS,
  ...PLATFORM_CUSTOMER_ENDPOINTS,
  ...PLATFORM_METRICS_ENDPOINTS,
  ...PLATFORM_LIMIT_REQUEST_ENDPOINTS,
  ...PLATFORM_EVENT_ENDPOINTS,
  ...PLATFORM_WEBHOOK_ENDPOINTS,
  ...PLATFORM_AUDIT_ENDPOINTS,
];
