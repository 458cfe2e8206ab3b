import { EVERYONE, type Fact, type Notice, onEvent } from "../kernel/notification";
import { money } from "../values/phrases";
import { TRANSFER_EVENTS } from "./events";
import { TRANSFER_FAILED_NOTE, transferFailed } from "./titles";
import { FAILED_BY_TRANSFER } from "./view";

// Events of earlier releases have no `statement`.
type Settled = {
  statement?: string;
  statementNumber: number;
  currency: string;
  amount: number;
  reference: string;
};

const payouts = { group: "payouts", readers: EVERYONE } as const;

const facts = ({
  statement,
  statementNumber,
  currency,
  amount,
  reference,
}: Settled): Notice["facts"] => [
  ["Amount", money(amount, currency)],
  ["Statement", statement ?? String(statementNumber)],
  ["Reference", reference],
];

type About = Pick<Fact<Settled>, "data" | "subjectId" | "partner">;

// The events of the payouts of a transfer notify nobody: it is the same money.
export const TRANSFER_NOTIFICATIONS = {
  "transfer.paid": onEvent(TRANSFER_EVENTS["transfer.paid"], {
    ...payouts,
    severity: "info",
    message: ({ data, subjectId, partner }: About) => ({
      subject: `${money(data.amount, data.currency)} was paid`,
      paragraphs: [`${money(data.amount, data.currency)} was transferred to you.`],
      facts: facts(data),
      button: {
        label: "View transfer",
        path: `/partners/${partner.code}/transfers?transfer=${subjectId}`,
      },
    }),
  }),
  "transfer.failed": onEvent(TRANSFER_EVENTS["transfer.failed"], {
    ...payouts,
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM transfer_payouts AS link
      JOIN payouts AS payout ON payout.id = link.payout_id
      JOIN transfers AS transfer ON transfer.id = link.transfer_id
      WHERE link.transfer_id = notification.subject_id AND ${FAILED_BY_TRANSFER})`,
    message: ({ data, partner }: About) => ({
      subject: transferFailed(money(data.amount, data.currency)),
      paragraphs: [TRANSFER_FAILED_NOTE],
      facts: facts(data),
      button: {
        label: "Check payout details",
        path: `/partners/${partner.code}/settings/payout-details`,
      },
    }),
  }),
};
