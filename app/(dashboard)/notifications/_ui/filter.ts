import { createLoader, type inferParserType } from "nuqs/server";
import { GROUP_TEXTS } from "@/app/_ui/layout/notification-groups";
import { parseAsChoice } from "@/app/_ui/table/parsers";
import type { NotificationGroup } from "@/server/core/notifications/schema";

export const WHICH_CHOICES = [
  { value: "unread", label: "Unread" },
  { value: "open", label: "Needs attention" },
] as const;

export const GROUP_CHOICES = Object.entries(GROUP_TEXTS).map(([value, { label }]) => ({
  value: value as NotificationGroup,
  label,
}));

/** The filters of the list, as stored in the URL. */
export const FILTER = {
  which: parseAsChoice(WHICH_CHOICES),
  group: parseAsChoice(GROUP_CHOICES),
};

export const loadFilter = createLoader(FILTER);

/** The input of the query. */
export function notificationsQuery({ which, group }: inferParserType<typeof FILTER>) {
  return { ...(which && { which }), ...(group && { group }) };
}
