import { readEnv } from "../../env";
import { openPostgres } from "../../stores/postgres";
import { openWiring } from "../../wiring";

// A process that only delivers webhooks. Its arguments: the database's URL and the secret.
const [, , connectionString = "", secret = ""] = process.argv;
await openWiring({
  env: readEnv({ LOG_LEVEL: "warn" }),
  postgres: openPostgres({ connectionString }),
  secret,
  hasOwnServer: true,
});
// The dispatcher's timers keep no process alive.
setInterval(() => {}, 60_000);
