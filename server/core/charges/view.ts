import { toAmount } from "../values/money";
import type { Charge, ChargeType } from "./schema";

/** A charge with its customer and the name of its product. */
export type ChargeView = Charge & {
  partnerId: string;
  productName: string;
  customer: {
    id: string;
    email: string;
    name: string | null;
    isAnonymized: boolean;
    /** Whether it has been transferred to another partner since. */
    isFormer: boolean;
  };
};

export type ChargeRow = {
  id: string;
  partnerId: string;
  externalId: string;
  type: ChargeType;
  customerId: string;
  code: string;
  name: string;
  amount: bigint;
  currency: string;
  occurredAt: Date;
  chargeId: string | null;
  refundId: string | null;
  late: boolean;
  payoutId: string | null;
  email: string;
  customerName: string | null;
  isAnonymized: boolean;
  isFormer: boolean;
};

export function chargeView(row: ChargeRow): ChargeView {
  return {
    id: row.id,
    partnerId: row.partnerId,
    externalId: row.externalId,
    type: row.type,
    accountId: row.customerId,
    product: row.code,
    productName: row.name,
    amount: toAmount(row.amount),
    currency: row.currency,
    occurredAt: row.occurredAt,
    chargeId: row.chargeId,
    refundId: row.refundId,
    late: row.late,
    payoutId: row.payoutId,
    customer: {
      id: row.customerId,
      email: row.email,
      name: row.customerName,
      isAnonymized: row.isAnonymized,
      isFormer: row.isFormer,
    },
  };
}
