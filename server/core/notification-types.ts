import { ALERT_NOTIFICATIONS } from "./alerts/notifications";
import { IMPORT_NOTIFICATIONS } from "./imports/notifications";
import type { NotificationType } from "./kernel/notification";
import { KEY_NOTIFICATIONS } from "./keys/notifications";
import { LEAK_NOTIFICATIONS } from "./leaks/notifications";
import { LIMIT_REQUEST_NOTIFICATIONS } from "./limit-requests/notifications";
import { PARTNER_NOTIFICATIONS } from "./partners/notifications";
import { PAYOUT_DETAILS_NOTIFICATIONS } from "./payout-details/notifications";
import { PAYOUT_NOTIFICATIONS } from "./payouts/notifications";
import { SCOPE_NOTIFICATIONS } from "./scopes/notifications";
import { TERM_NOTIFICATIONS } from "./terms/notifications";
import { TRANSFER_NOTIFICATIONS } from "./transfers/notifications";
import { WEBHOOK_NOTIFICATIONS } from "./webhooks/notifications";

// Apart from registry.ts, of which browsers load parts.

const ALL = {
  ...KEY_NOTIFICATIONS,
  ...SCOPE_NOTIFICATIONS,
  ...LEAK_NOTIFICATIONS,
  ...LIMIT_REQUEST_NOTIFICATIONS,
  ...PAYOUT_NOTIFICATIONS,
  ...PAYOUT_DETAILS_NOTIFICATIONS,
  ...TRANSFER_NOTIFICATIONS,
  ...TERM_NOTIFICATIONS,
  ...PARTNER_NOTIFICATIONS,
  ...WEBHOOK_NOTIFICATIONS,
  ...ALERT_NOTIFICATIONS,
  ...IMPORT_NOTIFICATIONS,
};

export type NotificationTypeName = keyof typeof ALL;

/** Every type of notification, by its name. */
export const NOTIFICATION_TYPES: Readonly<Record<NotificationTypeName, NotificationType>> = ALL;
export const NOTIFICATION_TYPE_NAMES = Object.keys(ALL) as NotificationTypeName[];
