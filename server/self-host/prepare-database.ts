import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { prepareDatabase } from "../stores/embedded";

// PostgreSQL ends before optimized code has saved what compiling it costs.
setFlagsFromString("--liftoff-only");

// Part of the build, as dist/prepare-database.mjs.
await prepareDatabase(join(import.meta.dirname, "database"));
