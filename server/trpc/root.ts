import { createCallerFactory, router } from "./init";
import { alertsRouter } from "./routers/alerts";
import { auditRouter } from "./routers/audit";
import { chargesRouter } from "./routers/charges";
import { customersRouter } from "./routers/customers";
import { demoRouter } from "./routers/demo";
import { eventsRouter } from "./routers/events";
import { healthRouter } from "./routers/health";
import { homeRouter } from "./routers/home";
import { importsRouter } from "./routers/imports";
import { issuerRouter } from "./routers/issuer";
import { keysRouter } from "./routers/keys";
import { leaksRouter } from "./routers/leaks";
import { limitRequestsRouter } from "./routers/limit-requests";
import { metricsRouter } from "./routers/metrics";
import { notificationsRouter } from "./routers/notifications";
import { operatorsRouter } from "./routers/operators";
import { partnersRouter } from "./routers/partners";
import { payoutDetailsRouter } from "./routers/payout-details";
import { payoutsRouter } from "./routers/payouts";
import { platformKeysRouter } from "./routers/platform-keys";
import { pricesRouter } from "./routers/prices";
import { productsRouter } from "./routers/products";
import { profileRouter } from "./routers/profile";
import { requestsRouter } from "./routers/requests";
import { scopesRouter } from "./routers/scopes";
import { searchRouter } from "./routers/search";
import { securityRouter } from "./routers/security";
import { selfBillingRouter } from "./routers/self-billing";
import { sessionRouter } from "./routers/session";
import { teamRouter } from "./routers/team";
import { termsRouter } from "./routers/terms";
import { transfersRouter } from "./routers/transfers";
import { usageRouter } from "./routers/usage";
import { webhooksRouter } from "./routers/webhooks";

/** Every procedure of the dashboard. */
export const appRouter = router({
  session: sessionRouter,
  security: securityRouter,
  team: teamRouter,
  profile: profileRouter,
  audit: auditRouter,
  alerts: alertsRouter,
  charges: chargesRouter,
  keys: keysRouter,
  demo: demoRouter,
  health: healthRouter,
  home: homeRouter,
  imports: importsRouter,
  leaks: leaksRouter,
  limitRequests: limitRequestsRouter,
  metrics: metricsRouter,
  notifications: notificationsRouter,
  payouts: payoutsRouter,
  terms: termsRouter,
  payoutDetails: payoutDetailsRouter,
  transfers: transfersRouter,
  issuer: issuerRouter,
  selfBilling: selfBillingRouter,
  operators: operatorsRouter,
  platformKeys: platformKeysRouter,
  partners: partnersRouter,
  scopes: scopesRouter,
  search: searchRouter,
  customers: customersRouter,
  prices: pricesRouter,
  products: productsRouter,
  requests: requestsRouter,
  events: eventsRouter,
  usage: usageRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
