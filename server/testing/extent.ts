import { availableParallelism } from "node:os";

/** Whether `npm run test:all` runs: some tests then have more rounds and more cases. */
export const isThorough = process.env.LATCHKEY_TESTS === "all";
/** Whether `npm run check` runs. */
export const isQuick = process.env.LATCHKEY_TESTS === "quick";

/**
 * How many test files run at the same time. The browser tests take as many beside the unit tests;
 * both share one PostgreSQL.
 */
export const WORKERS = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)));
