import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./template-database";

/** A migrated, empty database on the run's PostgreSQL, for one test file (vitest only). */
export function freshDatabase(): Promise<TestDatabase> {
  return createDatabase(inject("postgresUrl"));
}
