import { createCallerFactory, router } from "./init";
import { customersRouter } from "./routers/customers";
import { importsRouter } from "./routers/imports";
import { keysRouter } from "./routers/keys";
import { limitRequestsRouter } from "./routers/limit-requests";
import { metricsRouter } from "./routers/metrics";
import { partnersRouter } from "./routers/partners";
import { payoutsRouter } from "./routers/payouts";
import { pricesRouter } from "./routers/prices";
import { requestsRouter } from "./routers/requests";
import { sessionRouter } from "./routers/session";
import { usageRouter } from "./routers/usage";

/** Every procedure of the dashboard. */
export const appRouter = router({
  session: sessionRouter,
  keys: keysRouter,
  imports: importsRouter,
  limitRequests: limitRequestsRouter,
  metrics: metricsRouter,
  payouts: payoutsRouter,
  partners: partnersRouter,
  customers: customersRouter,
  prices: pricesRouter,
  requests: requestsRouter,
  usage: usageRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
