import { EVERYONE, onEvent } from "../kernel/notification";
import { month } from "../values/phrases";
import { TERM_EVENTS } from "./events";

export const TERM_NOTIFICATIONS = {
  "term.created": onEvent(TERM_EVENTS["term.created"], {
    group: "payouts",
    readers: EVERYONE,
    severity: "info",
    message: ({ data, partner }) => ({
      subject: `Revenue share changes to ${data.percent}% in ${month(data.fromMonth)}`,
      paragraphs: ["Charges and refunds of earlier months keep their share."],
      facts: [
        ["Product", data.product ?? "All without terms of their own"],
        ["From", month(data.fromMonth)],
        ["Revenue share", `${data.percent}%`],
        ["Before", `${data.before}%`],
      ],
      button: { label: "View terms", path: `/partners/${partner.code}/settings/terms` },
    }),
  }),
};
