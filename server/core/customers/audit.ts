import { person, type Sentences } from "../kernel/sentence";
import { changes, type Detail } from "../values/phrases";
import type * as actions from "./actions";

const LABELS = { email: "email", name: "name", external_id: "external ID" };

/** The changed values as a phrase. The values of metadata are not recorded. */
function changed({ values }: Detail): string {
  const detail = Object(values) as Detail;
  const phrases = [changes(detail, LABELS), "metadata" in detail ? "the metadata" : ""];
  return phrases.filter((phrase) => phrase !== "").join(" and ");
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  out: "to another partner",
  in: "from another partner",
};

export const CUSTOMER_SENTENCES: Sentences<typeof actions> = {
  "customer.created": (event) => `created the customer ${person(event)}`,
  "customer.updated": (event) =>
    [`changed the customer ${person(event)}`, changed(event.detail)]
      .filter((part) => part !== "")
      .join(": "),
  "customer.suspended": (event) => `suspended the customer ${person(event)}`,
  "customer.resumed": (event) => `resumed the customer ${person(event)}`,
  "customer.closed": (event) => `closed the customer ${person(event)}`,
  "customer.reopened": (event) => `reopened the customer ${person(event)}`,
  "customer.transferred": (event) =>
    `transferred the customer ${person(event)} ${DIRECTIONS[String(event.detail.direction)] ?? "between partners"}`,
  "customer.anonymized": () => "anonymized a customer",
};
