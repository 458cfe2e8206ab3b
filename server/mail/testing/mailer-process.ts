import { readEnv } from "../../env";
import { openPostgres } from "../../stores/postgres";
import { openWiring } from "../../wiring";

// A process that only sends. Its arguments: the database's URL, the secret and SMTP_URL.
const [, , connectionString = "", secret = "", SMTP_URL = ""] = process.argv;
const MAIL_FROM = "Latchkey <no-reply@platform.example>";
await openWiring({
  env: readEnv({ LOG_LEVEL: "warn", SMTP_URL, MAIL_FROM }),
  postgres: openPostgres({ connectionString }),
  secret,
  hasOwnServer: true,
  worker: "sender",
});
// The mailer's timers keep no process alive.
setInterval(() => {}, 60_000);
