import { Customer } from "../../core/customers/schema";
import { fieldsIn, page, words } from "./fields";

const CUSTOMER = fieldsIn(Customer);

/** The fields of the responses about customers. */
export const CUSTOMER_ANSWERS = {
  "customers.list": page(CUSTOMER),
  "customers.counts": words("total active suspended closed anonymized"),
  "customers.get": CUSTOMER,
  "customers.create": CUSTOMER,
  "customers.update": CUSTOMER,
  "customers.suspend": CUSTOMER,
  "customers.resume": CUSTOMER,
  "customers.close": CUSTOMER,
  "customers.reopen": CUSTOMER,
  "customers.anonymize": CUSTOMER,
  "customers.transfer": CUSTOMER,
};
