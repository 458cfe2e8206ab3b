import { createCallerFactory, router } from "./init";
import { keysRouter } from "./routers/keys";
import { limitRequestsRouter } from "./routers/limit-requests";
import { partnersRouter } from "./routers/partners";
import { sessionRouter } from "./routers/session";

/** Every procedure of the dashboard. */
export const appRouter = router({
  session: sessionRouter,
  keys: keysRouter,
  limitRequests: limitRequestsRouter,
  partners: partnersRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
