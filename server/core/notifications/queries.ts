import { Prisma } from "../../../prisma/client/client";
import { assertEnrolled, personOf } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import type { Message } from "../kernel/message";
import {
  type MailChoice,
  mailChoice,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
  type Reader,
  type Severity,
} from "../kernel/notification";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { NOTIFICATION_TYPES, type NotificationTypeName } from "../notification-types";
import { MAY_READ, typesFor } from "./readers";
import type { NotificationQuery } from "./schema";

/** A notification of the caller. `isOpen`: something has to be done about it. */
export type Notification = {
  id: string;
  type: NotificationTypeName;
  group: NotificationGroup;
  severity: Severity;
  title: string;
  text: string;
  /** Where it can be looked at, below the URL of the dashboard. */
  path: string | null;
  /** The partner's name, for operators. */
  partner: string | null;
  occurredAt: Date;
  isOpen: boolean;
  resolvedAt: Date | null;
  isRead: boolean;
};

/** Above it, the dashboard shows "99+". */
const MOST_COUNTED = 100;

/** How many notifications the caller has not read, up to 100. */
export async function countUnread(ctx: Ctx): Promise<{ unread: number }> {
  const { userId } = reader(ctx);
  const [row] = await ctx.db.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS unread FROM (
      SELECT ${FROM} WHERE own.user_id = ${userId} AND own.read_at IS NULL AND ${MAY_READ}
      LIMIT ${MOST_COUNTED}) AS found`;
  return { unread: row?.unread ?? 0 };
}

const FROM = Prisma.sql`FROM notification_recipients AS own
  JOIN users AS person ON person.id = own.user_id
  JOIN notifications AS notification ON notification.id = own.notification_id`;

type Row = {
  id: string;
  type: NotificationTypeName;
  message: Message;
  partner: string | null;
  occurredAt: Date;
  isOpen: boolean;
  resolvedAt: Date | null;
  readAt: Date | null;
};

/** A page of the caller's notifications that they may still read, newest first. */
export async function listNotifications(
  ctx: Ctx,
  { cursor, limit, ...filter }: NotificationQuery,
): Promise<Page<Notification>> {
  const { userId, role } = reader(ctx);
  const of = { list: "notifications", partnerId: userId, filter };
  const after = readCursor(ctx, of, cursor)?.[0];
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT notification.id, notification.type, message, partners.name AS partner,
      occurred_at AS "occurredAt", is_open AS "isOpen", resolved_at AS "resolvedAt",
      own.read_at AS "readAt"
    ${FROM} LEFT JOIN partners ON partners.id = notification.partner_id AND ${role === "operator"}
    WHERE own.user_id = ${userId} AND ${MAY_READ} AND ${matches(filter)}
      AND ${after === undefined ? Prisma.sql`TRUE` : Prisma.sql`own.notification_id < ${after}`}
    ORDER BY own.notification_id DESC LIMIT ${limit + 1}`;
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map(notificationView) };
}

function matches({ which, group }: Omit<NotificationQuery, "cursor" | "limit">): Prisma.Sql {
  const types = Object.entries(NOTIFICATION_TYPES).flatMap(([name, type]) =>
    type.group === group ? [name] : [],
  );
  const conditions = [
    which === "unread" ? Prisma.sql`own.read_at IS NULL` : null,
    which === "open" ? Prisma.sql`is_open` : null,
    group ? Prisma.sql`notification.type = ANY(${types}::text[])` : null,
  ].filter((condition) => condition !== null);
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`TRUE`;
}

function notificationView({ message, readAt, ...row }: Row): Notification {
  const { group, severity } = NOTIFICATION_TYPES[row.type];
  return {
    id: row.id,
    type: row.type,
    group,
    severity,
    title: message.subject,
    text: message.paragraphs.join(" "),
    path: message.button?.path ?? null,
    partner: row.partner,
    occurredAt: row.occurredAt,
    isOpen: row.isOpen,
    resolvedAt: row.resolvedAt,
    isRead: readAt !== null,
  };
}

/** How the caller is mailed. */
export type NotificationSettings = {
  /** Whether the platform sends mail at all. */
  isMailOn: boolean;
  groups: { group: NotificationGroup; mail: MailChoice; isFixed: boolean }[];
};

/** The groups that the caller gets anything of, with what was chosen. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { userId, role } = reader(ctx);
  const row = await ctx.db.notificationPreference.findUnique({ where: { userId } });
  const choices = Object(row?.choices) as Record<string, unknown>;
  const groups = groupsFor(role).map((group) => ({
    group,
    mail: mailChoice(group, { role, choices }),
    isFixed: NOTIFICATION_GROUPS[group].defaults === "fixed",
  }));
  return { isMailOn: ctx.mail.isOn, groups };
}

/** The groups of the types that people with this role may get. */
export function groupsFor(role: Reader): NotificationGroup[] {
  const types = typesFor(role);
  const names = Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[];
  return names.filter((group) =>
    types.some((type) => NOTIFICATION_TYPES[type as NotificationTypeName].group === group),
  );
}

/** The caller as one who gets notifications. */
export function reader(ctx: Ctx): { userId: string; role: Reader } {
  assertEnrolled(ctx.actor);
  const person = personOf(ctx);
  return { userId: person.userId, role: person.kind === "operator" ? "operator" : person.role };
}
