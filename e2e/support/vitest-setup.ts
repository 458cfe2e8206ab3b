import type { TestProject } from "vitest/node";
import { publishRunFolder } from "./demo-folder";
import { startPostgres } from "./postgres";
import { releaseEverything } from "./processes";

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser URL of the run's PostgreSQL; tests create a database with `freshDatabase()`. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  publishRunFolder();
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await releaseEverything();
  };
}
