import { readFileSync } from "node:fs";

const VARIABLE = "LATCHKEY_STAGE";

/** What the browser specs play on. */
export interface Stage {
  /** The product's base URL, without a slash at its end. */
  url: string;
  databaseUrl: string;
  redisUrl: string;
  /** The product's NEXTAUTH_SECRET: whoever makes an operator seals a second factor under it. */
  secret: string;
  /** Everything that the product has printed. */
  logFile: string;
}

/** Called by the global setup: Playwright's workers inherit its environment. */
export function publishStage(stage: Stage): void {
  process.env[VARIABLE] = JSON.stringify(stage);
}

/** Where the run's product is; undefined before the global setup has run. */
export function findStage(): Stage | undefined {
  const value = process.env[VARIABLE];
  return value === undefined ? undefined : (JSON.parse(value) as Stage);
}

/** Where the run's product is. Throws outside a Playwright test. */
export function stage(): Stage {
  const found = findStage();
  if (found === undefined) throw new Error("There is a stage in browser specs only.");
  return found;
}

/** Everything the product has printed until now. */
export function productLog(): string {
  return readFileSync(stage().logFile, "utf8");
}
