import type { Sentences } from "../kernel/sentence";
import type * as actions from "./actions";

export const SELF_BILLING_SENTENCES: Sentences<typeof actions> = {
  "self_billing.consented": () => "consented to self-billing invoices",
  "self_billing.withdrawn": () => "withdrew the consent to self-billing invoices",
};
