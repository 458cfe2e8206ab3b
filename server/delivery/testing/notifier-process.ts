import { readEnv } from "../../env";
import { openPostgres } from "../../stores/postgres";
import { openWiring } from "../../wiring";
import { createNotifier } from "../notifier";

// A process that only notifies people. Its arguments: the database's URL and the secret. Mails are
// written, and nothing sends them.
const [, , connectionString = "", secret = ""] = process.argv;
const { core } = await openWiring({
  env: readEnv({
    LOG_LEVEL: "warn",
    NEXTAUTH_URL: "https://latchkey.example",
    SMTP_URL: "smtps://mail.example.com",
    MAIL_FROM: "no-reply@example.com",
  }),
  postgres: openPostgres({ connectionString }),
  secret,
  hasOwnServer: false,
});
createNotifier(core, { isStarted: true });
// Its timers keep no process alive.
setInterval(() => {}, 60_000);
