import { readFileSync } from "node:fs";

const VARIABLE = "LATCHKEY_STAGE";

/** The environment of the browser specs. */
export interface Stage {
  /** The product's base URL, without a trailing slash. */
  url: string;
  databaseUrl: string;
  redisUrl: string;
  /** The product's NEXTAUTH_SECRET, which encrypts the second factors that tests create. */
  secret: string;
  /** The product's output. */
  logFile: string;
}

/** Called by the global setup: Playwright's workers inherit its environment. */
export function publishStage(stage: Stage): void {
  process.env[VARIABLE] = JSON.stringify(stage);
}

/** The stage of the run; undefined before the global setup has run. */
export function findStage(): Stage | undefined {
  const value = process.env[VARIABLE];
  return value === undefined ? undefined : (JSON.parse(value) as Stage);
}

/** The stage of the run. Throws outside a Playwright test. */
export function stage(): Stage {
  const found = findStage();
  if (found === undefined) throw new Error("There is a stage in browser specs only.");
  return found;
}

/** Everything the product has printed until now. */
export function productLog(): string {
  return readFileSync(stage().logFile, "utf8");
}
