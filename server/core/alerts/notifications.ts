import { EVERYONE, onEvent } from "../kernel/notification";
import { ALERT_EVENTS } from "./events";
import { TRIGGERED_NOTE, triggered } from "./titles";

const alerts = { group: "alerts", readers: EVERYONE } as const;
const button = (code: string) => ({
  label: "View alerts",
  path: `/partners/${code}/settings/alerts`,
});
const unit = (kind: string, value: number) =>
  kind === "no_traffic" ? `${value} ${value === 1 ? "hour" : "hours"}` : `${value}%`;
/** Nothing if there may be no requests or deliveries any more: nothing fails, or the key is revoked. */
function restOf(kind: string, value: number): string {
  const isQuiet = value === (kind === "endpoint_success" ? 100 : 0);
  return isQuiet ? "" : `Currently ${unit(kind, value)}. `;
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
    message: ({ data, partner }) => ({
      subject: `Resolved: ${data.rule}`,
      paragraphs: [`${restOf(data.kind, data.value)}The alert stays active.`],
      button: button(partner.code),
    }),
  }),
};
