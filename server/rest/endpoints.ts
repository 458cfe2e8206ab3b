import type { Endpoint } from "./endpoint";
import { createAccount, getAccount, listAccounts } from "./endpoints/accounts";
import { listEvents } from "./endpoints/events";
import { getMe } from "./endpoints/me";
import { readMetrics } from "./endpoints/metrics";
import { getPayoutById, listPayoutsOfPartner } from "./endpoints/payouts";
import { getPriceOfProduct, listPricesOfPartner, putPriceOfProduct } from "./endpoints/prices";
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
];
