import { z } from "zod";
import { MAIL_CHOICES, type NotificationGroup } from "../kernel/notification";
import { PageQuery } from "../kernel/paging";
import { Id } from "../values/text";

export type { NotificationGroup };

/** The groups in sentences. */
export const GROUP_LABELS: Readonly<Record<NotificationGroup, string>> = {
  security: "security",
  payouts: "payouts",
  keys: "API keys",
  webhooks: "webhooks",
  alerts: "alerts",
  limit_requests: "limit requests",
  imports: "imports",
};

const GROUPS = Object.keys(GROUP_LABELS) as [NotificationGroup, ...NotificationGroup[]];

/** `unread`: not read yet; `open`: something still has to be done. */
const NotificationFilter = z.strictObject({
  which: z.enum(["unread", "open"]).optional(),
  group: z.enum(GROUPS).optional(),
});

export const NotificationQuery = NotificationFilter.extend(PageQuery);
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** At most a page of a list. */
export const NotificationIds = z.strictObject({ ids: z.array(Id).min(1).max(100) });

export const NotificationChoice = z.strictObject({
  group: z.enum(GROUPS),
  mail: z.enum(MAIL_CHOICES),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;
