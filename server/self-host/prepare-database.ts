import { join } from "node:path";
import { prepareDatabase } from "../stores/embedded";

// Part of the build, as dist/prepare-database.mjs.
await prepareDatabase(join(import.meta.dirname, "database"));
