import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../server/testing/postgres";
import { releaseEverything } from "../../server/testing/processes";
import { publishRunFolder } from "../../server/testing/run-folder";

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser URL of the run's PostgreSQL; tests create a database with `freshDatabase()`. */
    postgresUrl: string;
    /** The folder of its Unix socket, if it has one. */
    postgresSocketFolder: string | null;
  }
}

const STEPS = pathToFileURL(join(import.meta.dirname, "../../server/start-steps.mjs")).href;

/** Starts one PostgreSQL for the whole run. Throws if the database client is stale. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { refuseStaleClient } = (await import(STEPS)) as { refuseStaleClient(): void };
  refuseStaleClient();
  publishRunFolder();
  const postgres = await startPostgres({ isInMemory: true });
  project.provide("postgresUrl", postgres.url);
  project.provide("postgresSocketFolder", postgres.socketFolder);
  return async () => {
    await postgres.stop();
    await releaseEverything();
  };
}
