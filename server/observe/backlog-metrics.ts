import { Gauge, type Registry } from "prom-client";
import type { Backlog } from "../core/kernel/health";
import { by, one, type Readings } from "./readings";

type BacklogGauge = (name: string, help: string, values: (found: Backlog) => Readings) => void;

/** The queues of webhooks and mail. None of these has a value while they can't be read. */
export function describeBacklog(registry: Registry, read: () => Promise<Backlog | null>): void {
  const gauge = (name: string, help: string, values: (found: Backlog) => Readings) =>
    new Gauge({
      name: `latchkey_${name}`,
      help,
      labelNames: ["status"],
      registers: [registry],
      async collect() {
        const found = await read();
        this.reset();
        for (const [labels, value] of found ? values(found) : []) this.set(labels, value);
      },
    });
  gauge("webhooks_pending", "Webhooks to be sent or retried, counted up to 100,000", (found) =>
    one(found.pending),
  );
  gauge(
    "webhooks_oldest_pending_seconds",
    "Age of the oldest event of a pending webhook",
    (found) => one(found.oldestSeconds),
  );
  gauge("webhook_endpoints", "Webhook endpoints by status", ({ healthy, failing, disabled }) =>
    by("status", { healthy, failing, disabled }),
  );
  describeMail(gauge);
}

function describeMail(gauge: BacklogGauge): void {
  gauge("mails_waiting", "Mails to be sent or tried again, counted up to 100,000", ({ mail }) =>
    one(mail.waiting),
  );
  gauge("mails_oldest_waiting_seconds", "Age of the oldest mail that waits", ({ mail }) =>
    one(mail.oldestSeconds),
  );
}
