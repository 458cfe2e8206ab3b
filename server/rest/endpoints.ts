import type { Endpoint } from "./endpoint";
import { createAccount, getAccount, listAccounts } from "./endpoints/accounts";
import { listEvents } from "./endpoints/events";
import { getKey } from "./endpoints/key";
import { getMe } from "./endpoints/me";
import { readMetrics } from "./endpoints/metrics";
import { getPayoutById, listPayoutsOfPartner } from "./endpoints/payouts";
import { getPriceOfProduct, listPricesOfPartner, putPriceOfProduct } from "./endpoints/prices";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
} from "./endpoints/webhook-deliveries";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "./endpoints/webhook-endpoints";

/** Every endpoint that needs a key. Routes, documentation and the common tests use this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  getMe,
  getKey,
  listAccounts,
  createAccount,
  getAccount,
  readMetrics,
  listPricesOfPartner,
  getPriceOfProduct,
  putPriceOfProduct,
  listPayoutsOfPartner,
  getPayoutById,
  listEvents,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
];
