import type { Export } from "./export";
import { audit, platformAudit } from "./lists/audit";
import { charges, platformCharges } from "./lists/charges";
import { customers } from "./lists/customers";
import { importRejections } from "./lists/imports";
import { apiKeys } from "./lists/keys";
import { metrics } from "./lists/metrics";
import { payouts, platformPayouts } from "./lists/payouts";
import { prices } from "./lists/prices";
import { requests } from "./lists/requests";
import { platformTransfers, transfers } from "./lists/transfers";

/** The CSV exports, by the name in their URL: `/api/export/<name>`. */
export const EXPORTS: Readonly<Record<string, Export>> = {
  customers,
  charges,
  "platform-charges": platformCharges,
  "api-keys": apiKeys,
  metrics,
  payouts,
  "platform-payouts": platformPayouts,
  transfers,
  "platform-transfers": platformTransfers,
  prices,
  audit,
  "platform-audit": platformAudit,
  "import-rejections": importRejections,
  requests,
};
