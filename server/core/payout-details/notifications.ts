import type { Fact, Notice, NotificationType, Reader } from "../kernel/notification";
import { moment } from "../values/phrases";

type Changed = {
  before: string | null;
  after: string;
  country: string;
  effectiveAt: string;
  /** Whether it was in force at once, as without a waiting time. */
  isInForce?: boolean;
  by: string | null;
};
type Canceled = { account: string; kept: string | null; by: string | null };

const IN_FORCE =
  "The account is used from now on. If your team didn't do this, change it back, change your password and contact support.";
const PENDING =
  "Until the change is used, every owner and the platform team can cancel it. If your team didn't do this, cancel it now, change your password and contact support.";

/** All of those who can stop it. It can't be turned off, as other security. */
const security = {
  follows: null,
  group: "security",
  readers: ["owner", "operator"] satisfies Reader[],
} as const;

const button = (code: string): Notice["button"] => ({
  label: "View payout details",
  path: `/partners/${code}/settings/payout-details`,
});

const by = (email: string | null): [string, string] => ["By", email ?? "The platform team"];

export const PAYOUT_DETAILS_NOTIFICATIONS = {
  "payout_details.changed": {
    ...security,
    severity: "warning",
    message: ({ data, partner }: Fact) => {
      const { before, after, country, effectiveAt, isInForce, by: email } = data as Changed;
      const verb = before === null ? "added" : "changed";
      return {
        subject: `Payout details of ${partner.name} were ${verb}`,
        paragraphs: [isInForce ? IN_FORCE : PENDING],
        facts: [
          ["New account", after],
          ["Country", country],
          ...(before === null ? [] : [["Current account", before] as [string, string]]),
          ["Used for transfers from", moment(effectiveAt)],
          by(email),
        ],
        button: button(partner.code),
      };
    },
  },
  "payout_details.canceled": {
    ...security,
    severity: "info",
    message: ({ data, partner }: Fact) => {
      const { account, kept, by: email } = data as Canceled;
      return {
        subject: `Change of ${partner.name}'s payout details was canceled`,
        paragraphs: [
          kept === null
            ? "No payout details are in force. An owner can add them at any time."
            : "The details used before are kept.",
        ],
        facts: [
          ["Canceled account", account],
          ...(kept === null ? [] : [["Current account", kept] as [string, string]]),
          by(email),
        ],
        button: button(partner.code),
      };
    },
  },
} satisfies Record<string, NotificationType>;
