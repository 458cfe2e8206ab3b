import { EVERYONE, KEY_HOLDERS, onEvent } from "../kernel/notification";
import { PARTNER_EVENTS } from "./events";

const button = (code: string) => ({ label: "View overview", path: `/partners/${code}/overview` });

export const PARTNER_NOTIFICATIONS = {
  "partner.suspended": onEvent(PARTNER_EVENTS["partner.suspended"], {
    group: "security",
    readers: KEY_HOLDERS,
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM partners AS partner
      WHERE partner.id = notification.subject_id AND partner.status = 'suspended'
        AND partner.terminated_at IS NULL)`,
    message: ({ data, partner }) => ({
      subject: `${partner.name} was suspended`,
      paragraphs: [
        "The account is read-only: API writes return 403, and keys can't be created or rotated. To reactivate it, contact support.",
      ],
      ...(data.reason && { facts: [["Reason", data.reason]] }),
      button: button(partner.code),
    }),
  }),
  "partner.terminated": onEvent(PARTNER_EVENTS["partner.terminated"], {
    group: "security",
    readers: EVERYONE,
    severity: "critical",
    message: ({ data, partner }) => ({
      subject: `${partner.name} was terminated`,
      paragraphs: [
        "The account is read-only for good: API writes return 403, and keys can't be created or rotated. Your months are still closed, and what you have earned is paid. Owners can update the payout details.",
      ],
      ...(data.reason && { facts: [["Reason", data.reason]] }),
      button: button(partner.code),
    }),
  }),
  "partner.reactivated": onEvent(PARTNER_EVENTS["partner.reactivated"], {
    group: "security",
    readers: KEY_HOLDERS,
    severity: "info",
    message: ({ partner }) => ({
      subject: `${partner.name} was reactivated`,
      paragraphs: ["The account is no longer read-only. API writes work again."],
      button: button(partner.code),
    }),
  }),
};
