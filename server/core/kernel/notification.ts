import type { z } from "zod";
import type { ReadDb, TeamRole } from "./actor";
import type { Message } from "./message";

/** The readers of a notification: people of its partner, by role, or all operators. */
export type Reader = TeamRole | "operator";
export const EVERYONE: readonly Reader[] = ["owner", "developer", "viewer"];
export const KEY_HOLDERS: readonly Reader[] = ["owner", "developer"];
export const ONLY_OPERATORS: readonly Reader[] = ["operator"];

/** How a person is mailed the notifications of a group. All are in the dashboard anyway. */
export const MAIL_CHOICES = ["now", "digest", "off"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** `fixed`: mailed at once to all who may get them, because they are about security. */
type Group = { defaults: Partial<Record<Reader, MailChoice>> | "fixed" };

// Owners have a digest where developers are mailed at once: a team may have no developer.
const BUILDERS = { owner: "digest", developer: "now", viewer: "off" } as const;

/** The groups of types that a person decides about together. */
export const NOTIFICATION_GROUPS = {
  security: { defaults: "fixed" },
  payouts: { defaults: { owner: "now", developer: "off", viewer: "off" } },
  keys: { defaults: BUILDERS },
  webhooks: { defaults: BUILDERS },
  alerts: { defaults: BUILDERS },
  limit_requests: { defaults: { operator: "now" } },
  imports: { defaults: { operator: "digest" } },
} as const satisfies Record<string, Group>;

export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;

/** How this person is mailed: as chosen, or by default of the role. */
export function mailChoice(
  group: NotificationGroup,
  { role, choices }: { role: Reader; choices: Readonly<Record<string, unknown>> },
): MailChoice {
  const { defaults }: Group = NOTIFICATION_GROUPS[group];
  if (defaults === "fixed") return "now";
  const chosen = MAIL_CHOICES.find((choice) => choice === choices[group]);
  return chosen ?? defaults[role] ?? "off";
}

export type Severity = "info" | "warning" | "critical";

/** What a message is made from. */
export type Fact<Data = Record<string, unknown>, Details = unknown> = {
  subjectId: string;
  /** The event's data, in camelCase. */
  data: Data;
  /** What the type has looked up. */
  details: Details;
  /** The partner's code and name. Empty for facts of the platform. */
  partner: { code: string; name: string };
  /** Who caused it, as the partner's people see them; null if no person did. */
  by: string | null;
};

/** The message without the reason why this person gets it, which is the same for all types. */
export type Notice = Omit<Message, "reason"> & { button: NonNullable<Message["button"]> };

export type NotificationType = {
  /** The event type that causes it; null for facts of the platform, which are in no feed. */
  follows: string | null;
  group: NotificationGroup;
  readers: readonly Reader[];
  severity: Severity;
  /** The person who caused it doesn't get it. */
  exceptActor?: boolean;
  /** It is in the dashboard only, whatever a person has chosen. */
  isNeverMailed?: boolean;
  /**
   * In SQL, whether something still has to be done about the row `notification`. It asks the state of
   * the subject: nothing has to be written where it is solved, and a notification never says
   * something else than the subject's page.
   */
  isOpen?: string;
  /** Reads what the message needs beside the event; null: nobody is notified. */
  lookUp?(db: ReadDb, fact: { subjectId: string; data: Record<string, unknown> }): Promise<unknown>;
  message(fact: Fact): Notice;
};

type Follower<Data, Details> = Pick<
  NotificationType,
  "group" | "readers" | "severity" | "exceptActor" | "isOpen"
> & {
  lookUp?(db: ReadDb, fact: { subjectId: string; data: Data }): Promise<Details | null>;
  message(fact: Fact<Data, Details>): Notice;
};

/** A type that follows an event type, whose data its message is made from. */
export function onEvent<Data extends z.ZodObject, Details = null>(
  { name }: { name: string; data: Data },
  type: Follower<z.output<Data>, Details>,
): NotificationType {
  return { ...(type as unknown as NotificationType), follows: name };
}
