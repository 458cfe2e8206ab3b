import type { ReadDb } from "../kernel/actor";
import { EVERYONE, onEvent } from "../kernel/notification";
import { followed } from "./evaluate";
import { ALERT_EVENTS } from "./events";
import { type AlertKind, TRIGGERED_NOTE, triggered } from "./titles";

const alerts = { group: "alerts", readers: EVERYONE } as const;
const button = (code: string) => ({
  label: "View alerts",
  path: `/partners/${code}/settings/alerts`,
});
const unit = (kind: string, value: number) =>
  kind === "no_traffic" ? `${value} ${value === 1 ? "hour" : "hours"}` : `${value}%`;
/** Nothing if there may be no requests or deliveries any more. */
function restOf(kind: string, value: number): string {
  const isQuiet = value === (kind === "endpoint_success" ? 100 : 0);
  return isQuiet ? "" : `Currently ${unit(kind, value)}. `;
}

type Resolved = { subjectId: string; data: { kind: AlertKind; target: string | null } };

type End = { isDeleted: boolean; ended: string | null };

/**
 * Whether the alert was deleted, and the subject that has ended, so that the alert can't be triggered
 * again; null if it can.
 */
async function readEnd(db: ReadDb, resolved: Resolved): Promise<End> {
  const isDeleted = (await db.alert.count({ where: { id: resolved.subjectId } })) === 0;
  return { isDeleted, ended: isDeleted ? null : await readEnded(db, resolved) };
}

async function readEnded(
  db: ReadDb,
  { subjectId: id, data: { kind, target } }: Resolved,
): Promise<string | null> {
  if (kind === "endpoint_success") {
    const isLeft = (await db.webhookEndpoint.count({ where: { id: target ?? "" } })) > 0;
    return isLeft ? null : "endpoint was deleted";
  }
  const [found] = await db.$queryRaw<{ isRevoked: boolean | null; isTerminated: boolean }[]>`
    ${followed(target)} SELECT
      (SELECT bool_and(revoked_at IS NOT NULL) FROM api_keys
        WHERE id IN (SELECT id FROM followed)) AS "isRevoked",
      EXISTS (SELECT FROM partners JOIN alerts ON partner_id = partners.id
        WHERE alerts.id = ${id} AND terminated_at IS NOT NULL) AS "isTerminated"`;
  if (found?.isRevoked) return "key was revoked";
  return kind === "no_traffic" && found?.isTerminated ? "account was terminated" : null;
}

function outlook(ended: string | null): string {
  if (ended === null) return "The alert stays active.";
  return `The ${ended}, so the alert can't be triggered again.`;
}

export const ALERT_NOTIFICATIONS = {
  "alert.triggered": onEvent(ALERT_EVENTS["alert.triggered"], {
    ...alerts,
    severity: "warning",
    isOpen: `EXISTS (SELECT FROM alerts AS alert
      WHERE alert.id = notification.subject_id AND alert.fired_at IS NOT NULL)`,
    message: ({ data, partner }) => ({
      subject: triggered(data.rule),
      paragraphs: [`Currently ${unit(data.kind, data.value)}. ${TRIGGERED_NOTE}`],
      button: button(partner.code),
    }),
  }),
  "alert.resolved": onEvent(ALERT_EVENTS["alert.resolved"], {
    ...alerts,
    severity: "info",
    exceptActor: true,
    lookUp: readEnd,
    message: ({ data, details: { isDeleted, ended }, partner }) => ({
      subject: isDeleted ? `Alert deleted: ${data.rule}` : `Resolved: ${data.rule}`,
      paragraphs: [
        isDeleted
          ? "It was triggered, and was deleted before it was resolved."
          : `${restOf(data.kind, data.value)}${outlook(ended)}`,
      ],
      button: button(partner.code),
    }),
  }),
};
