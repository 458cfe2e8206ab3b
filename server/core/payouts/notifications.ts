import { EVERYONE, type Fact, type Notice, onEvent } from "../kernel/notification";
import { FAILED_IN_TRANSFER } from "../transfers/view";
import { money, month } from "../values/phrases";
import { PAYOUT_EVENTS } from "./events";
import { PAYOUT_FAILED_NOTE, payoutFailed } from "./titles";

type Sum = { period: string; currency: string; amount: number; reference?: string };
type Settled = Sum & { transferId?: string | null | undefined };

const payouts = { group: "payouts", readers: EVERYONE, severity: "info" } as const;

function payoutNotice(
  { data, subjectId, partner }: Pick<Fact<Sum>, "data" | "subjectId" | "partner">,
  { subject, text }: { subject: string; text: string },
): Notice {
  return {
    subject,
    paragraphs: [text],
    facts: [
      ["Month", month(data.period)],
      ["Amount", money(data.amount, data.currency)],
      ...(data.reference ? [["Reference", data.reference] as [string, string]] : []),
    ],
    button: {
      label: "View payout",
      path: `/partners/${partner.code}/payouts?payout=${subjectId}`,
    },
  };
}

/** The share of a month, and what becomes of it: a negative one is never paid. */
function shareText({ amount, currency }: Sum): string {
  const share = `Your revenue share for the month is ${money(amount, currency)}.`;
  if (amount > 0) return `${share} You'll be notified when it is paid.`;
  if (amount === 0) return share;
  return `${share} More was refunded than charged, so it is deducted from your next transfer.`;
}

/** For a payout in a transfer, nobody is notified: the transfer's own notification is about it. */
async function withoutTransfer(_: unknown, { data }: { data: Settled }): Promise<object | null> {
  return data.transferId ? null : {};
}

export const PAYOUT_NOTIFICATIONS = {
  "payout.created": onEvent(PAYOUT_EVENTS["payout.created"], {
    ...payouts,
    message: (fact) =>
      payoutNotice(fact, {
        subject: `${month(fact.data.period)} payout was created`,
        text: shareText(fact.data),
      }),
  }),
  "payout.paid": onEvent(PAYOUT_EVENTS["payout.paid"], {
    ...payouts,
    lookUp: withoutTransfer,
    message: (fact) =>
      payoutNotice(fact, {
        subject: `${month(fact.data.period)} payout was paid`,
        text: `${money(fact.data.amount, fact.data.currency)} was transferred to you.`,
      }),
  }),
  "payout.failed": onEvent(PAYOUT_EVENTS["payout.failed"], {
    ...payouts,
    severity: "critical",
    lookUp: withoutTransfer,
    isOpen: `EXISTS (SELECT FROM payouts AS payout WHERE payout.id = notification.subject_id
      AND payout.status = 'failed' AND NOT ${FAILED_IN_TRANSFER})`,
    message: (fact) =>
      payoutNotice(fact, {
        subject: payoutFailed(month(fact.data.period)),
        text: PAYOUT_FAILED_NOTE,
      }),
  }),
};
