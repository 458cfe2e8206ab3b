import { createCallerFactory, router } from "./init";
import { keysRouter } from "./routers/keys";
import { partnersRouter } from "./routers/partners";
import { sessionRouter } from "./routers/session";

/** Every procedure of the dashboard. */
export const appRouter = router({
  session: sessionRouter,
  keys: keysRouter,
  partners: partnersRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
