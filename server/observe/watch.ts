import { metricsAnswer, readyAnswer } from "./http";
import { type Answered, createMetrics, type Sources } from "./metrics";
import { createReadiness } from "./readiness";

/** What watches the process from outside may ask, and what the process tells it. */
export type Watch = {
  /** Null where nobody may ask. */
  observe: ((answered: Answered) => void) | null;
  answerMetrics(request: Request): Promise<Response>;
  answerReady(request: Request): Promise<Response>;
};

/** Figures and readiness of the process; figures are only kept where a token lets somebody see them. */
export function openWatch(options: {
  token: string | null;
  sources: Sources;
  missingMigrations: () => Promise<string[]>;
  isLimiterReachable: () => Promise<boolean>;
}): Watch {
  const { token, sources } = options;
  const metrics = token === null ? null : createMetrics(sources);
  const readiness = createReadiness({
    needed: {
      database: async () => {
        const missing = await options.missingMigrations();
        return missing.length === 0 ? null : `migrations are missing: ${missing.join(", ")}`;
      },
    },
    wished: {
      limiter: async () =>
        (await options.isLimiterReachable()) ? null : "its store is out of reach",
    },
    nowMs: () => performance.now(),
  });
  return {
    observe: metrics?.observe ?? null,
    answerMetrics: (request) => metricsAnswer(request, { token, metrics }),
    answerReady: async (request) => readyAnswer(request, { token, readiness: await readiness() }),
  };
}
