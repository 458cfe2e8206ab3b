import type { NotificationGroup } from "@/server/core/notifications/schema";

/** The groups of notifications, as people choose among them. */
export const GROUP_TEXTS: Readonly<Record<NotificationGroup, { label: string; about: string }>> = {
  security: {
    label: "Security",
    about:
      "API keys that were created, rotated or revoked by others, changed payout details, and suspensions.",
  },
  payouts: { label: "Payouts", about: "Payouts that were created, paid or failed." },
  keys: {
    label: "API keys and limits",
    about: "Keys that expire soon, and reviewed limit requests.",
  },
  webhooks: { label: "Webhooks", about: "Endpoints that are failing or were disabled." },
  alerts: { label: "Alerts", about: "The alerts that your team has set." },
  limit_requests: { label: "Limit requests", about: "Requests for a higher limit to review." },
  imports: { label: "Imports", about: "Imports that took more than a minute." },
};
