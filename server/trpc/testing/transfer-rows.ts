import { Issuer } from "../../core/issuer/schema";
import { Payout } from "../../core/payouts/schema";
import { SelfBillingConsent } from "../../core/self-billing/schema";
import { Transfer } from "../../core/transfers/schema";
import {
  Statement,
  StatementIssuer,
  StatementLine,
  StatementRecipient,
} from "../../core/transfers/statement-schema";
import { OTHER, type PartnerThings, type Row, type Who } from "./callers";
import { fieldsIn, NAMED_PARTNER, page, within, words } from "./fields";

export const ISSUER = {
  name: "Latchkey GmbH",
  address: "Hauptstr. 1",
  taxNumber: null,
  email: null,
  numberPrefix: "",
  taxNote: null,
};

const READERS: Who[] = ["viewer", "developer", "owner", "operator", "owner while suspended"];

/** The procedures of transfers: reads of a partner's, and what operators do with them. */
export function transferRows(
  of: () => PartnerThings & { partner: { id: string } },
): Record<string, Row> {
  const read = (input: () => object = () => ({})): Row => ({
    input: () => ({ partner: of().partner.code, ...input() }),
    ok: READERS,
    notFound: OTHER,
  });
  const own = (row: Partial<Row>): Row => ({
    input: () => ({ partner: of().partner.code }),
    ok: ["owner"],
    notFound: OTHER,
    ...row,
  });
  const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });
  const transferId = () => of().ids.transfer;
  const partnerId = () => of().partner.id;
  return {
    "transfers.list": read(),
    "transfers.sums": read(),
    "transfers.owed": read(),
    "transfers.failed": read(),
    "transfers.get": read(() => ({ transferId: transferId() })),
    "transfers.statement": read(() => ({ transferId: transferId() })),
    "transfers.listAll": operate(() => ({ partnerId: partnerId() })),
    "transfers.sumsAll": operate(() => undefined),
    "transfers.due": operate(() => ({ currency: "EUR" })),
    "transfers.create": operate(() => ({
      items: [{ partnerId: partnerId(), currency: "USD", amount: 20 }],
    })),
    "transfers.mark": operate(() => ({
      transferIds: [transferId()],
      status: "paid",
      reference: "R",
      seen: { [transferId()]: "pending" },
    })),
    "transfers.bankFile": operate(() => ({ transferIds: [transferId()] })),
    "transfers.cancel": operate(() => ({ transferId: transferId() })),
    "selfBilling.get": read(),
    "selfBilling.consent": own({ suspended: "partner_suspended" }),
    "selfBilling.withdraw": own({ ok: ["owner", "owner while suspended"] }),
    "issuer.get": operate(() => undefined),
    "issuer.change": operate(() => ({ ...ISSUER, seen: {} })),
  };
}

const TRANSFER = fieldsIn(Transfer);
const TRANSFER_VIEW = [...TRANSFER, ...NAMED_PARTNER];
const DUE = [
  ...words("currency amount payouts held heldUntil minimumPayout reason isSuspended isTerminated"),
  ...NAMED_PARTNER,
];
const PARTS = { issuer: StatementIssuer, recipient: StatementRecipient, lines: StatementLine };
const STATEMENT = [
  ...fieldsIn(Statement).filter((field) => field !== "period" && !(field in PARTS)),
  ...within("period", ["from", "to"]),
  ...Object.entries(PARTS).flatMap(([name, part]) => within(name, fieldsIn(part))),
];
const SUMS = words("currency status transfers amount");

/** The fields of their responses. */
export const TRANSFER_ANSWERS = {
  "transfers.list": page(TRANSFER_VIEW),
  "transfers.listAll": page(TRANSFER_VIEW),
  "transfers.get": [
    ...TRANSFER_VIEW,
    ...within("payouts", fieldsIn(Payout)),
    ...within("paidTo", words("version account holder")),
  ],
  "transfers.statement": STATEMENT,
  "transfers.sums": SUMS,
  "transfers.sumsAll": SUMS,
  "transfers.owed": ["minimumPayout", "holdDays", ...within("due", DUE)],
  "transfers.failed": words("transfers.data transfers.hasMore payouts.data payouts.hasMore"),
  "transfers.due": DUE,
  "transfers.create": words("partnerId currency amount transfer reason"),
  "transfers.mark": [
    ...words("transferId isChanged code message"),
    ...within("transfer", TRANSFER),
  ],
  "transfers.bankFile": words("csv transfers"),
  "transfers.cancel": TRANSFER,
  "selfBilling.get": fieldsIn(SelfBillingConsent),
  "selfBilling.consent": fieldsIn(SelfBillingConsent),
  "selfBilling.withdraw": fieldsIn(SelfBillingConsent),
  "issuer.get": fieldsIn(Issuer),
  "issuer.change": fieldsIn(Issuer),
};
