import { Charge } from "../../core/charges/schema";
import { fieldsIn, NAMED_PARTNER, page, within, words } from "./fields";

const CHARGE = [
  "partnerId",
  ...fieldsIn(Charge),
  "productName",
  ...within("customer", words("id email name isAnonymized isFormer")),
];

/** The fields of the responses about charges. */
export const CHARGE_ANSWERS = {
  "charges.list": page(CHARGE),
  "charges.listAll": page([...CHARGE, ...NAMED_PARTNER]),
  "charges.get": CHARGE,
  "charges.products": words("code name currency"),
};
