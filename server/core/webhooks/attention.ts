import type { Prisma } from "../../../prisma/client/client";
import type { ReadDb } from "../kernel/actor";

// Which endpoints need attention: the one rule of the overview, the operators' console and
// the notifications, which need it in SQL. It asks no clock, so that all of them change at the same time.

/** Its owner was notified that it is failing, and it has not had a success since. */
export const IS_FAILING =
  "(endpoint.status = 'enabled' AND endpoint.warned_at > endpoint.failing_since)";

/** The platform disabled it. */
export const WAS_DISABLED =
  "(endpoint.status = 'disabled' AND endpoint.disabled_reason IN ('failing', 'gone'))";

/** Both together, as a condition of Prisma. */
export const isBroken = (db: ReadDb): Prisma.WebhookEndpointWhereInput => ({
  OR: [
    { status: "enabled", warnedAt: { gt: db.webhookEndpoint.fields.failingSince } },
    { status: "disabled", disabledReason: { in: ["failing", "gone"] } },
  ],
});
