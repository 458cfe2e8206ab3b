import type { Prisma } from "../../../prisma/client/client";
import type { Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import type { Fact, NotificationType } from "../kernel/notification";

type NewNotification = Prisma.NotificationCreateManyInput;

/** Something that happened, of which a type of notification makes a message. */
export type KnownFact = Fact & {
  type: { name: string } & NotificationType;
  factId: string;
  partnerId: string | null;
  actorId: string | null;
  /** As on the wire. */
  wireData: Prisma.InputJsonObject;
  occurredAt: Date;
};

/** The rows of facts that nobody has got yet. Their ids are in the order of the facts. */
export function newNotifications(facts: readonly KnownFact[], now: Date): NewNotification[] {
  const ids = facts.map(() => newId("notification", now.getTime())).sort();
  return facts.map((fact, n) => newNotification(fact, ids[n] ?? "", now));
}

function newNotification(fact: KnownFact, id: string, now: Date): NewNotification {
  const { type, factId, partnerId, subjectId, actorId, wireData, occurredAt, partner } = fact;
  const reason = reasonOf(type, partner.name);
  return {
    id,
    type: type.name,
    factId,
    partnerId,
    subjectId,
    actorId,
    data: wireData,
    message: { ...type.message(fact), reason } as Prisma.InputJsonObject,
    occurredAt,
    createdAt: now,
    isOpen: type.isOpen !== undefined,
    resolvedAt: null,
    passedTo: "",
  };
}

/** Why a person gets a notification: as an operator, as a member of this partner, or as an owner. */
export function reasonOf({ readers }: Pick<NotificationType, "readers">, partner: string): string {
  const isForOperators = readers.includes("operator");
  if (isForOperators && readers.includes("owner")) {
    return `You're receiving this email because you're an owner of ${partner} or an operator.`;
  }
  return isForOperators
    ? "You're receiving this email because you're an operator."
    : `You're receiving this email because you're a member of ${partner}.`;
}

/** A fact that was noted before stays as it is. */
export async function insertNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.notification.createMany({ data: [...rows], skipDuplicates: true });
}
