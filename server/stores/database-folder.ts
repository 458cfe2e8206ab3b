import { join } from "node:path";

/** The folder of the embedded database; it doesn't exist before the first start. */
export const databaseFolder = (dataDir: string): string => join(dataDir, "postgres");
