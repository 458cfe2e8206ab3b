import { OTHER, operate, type PartnerThings, type Row, reader } from "./callers";

export const ISSUER = {
  name: "Latchkey GmbH",
  address: "Hauptstr. 1",
  taxNumber: null,
  email: null,
  numberPrefix: "",
  taxNote: null,
};

/** The procedures of transfers: reads of a partner's, and what operators do with them. */
export function transferRows(
  of: () => PartnerThings & { partner: { id: string } },
): Record<string, Row> {
  const read = reader(of);
  const own = (row: Partial<Row>): Row => ({
    input: () => ({ partner: of().partner.code }),
    ok: ["owner"],
    notFound: OTHER,
    ...row,
  });
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
      items: [{ partnerId: partnerId(), currency: "USD", amount: 20, isSuspended: false }],
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
