import type { Sentences } from "../kernel/sentence";
import {
  after,
  bracketed,
  changes,
  type Detail,
  differences,
  money,
  raised,
  text,
} from "../values/phrases";
import type * as actions from "./actions";

export const PRODUCT_SENTENCES: Sentences<typeof actions> = {
  "product.saved": ({ detail }) => savedProduct(detail),
  "product.archived": ({ detail }) => `archived ${named(detail)}`,
  "product.unarchived": ({ detail }) => `unarchived ${named(detail)}`,
};

const named = ({ name, code }: Detail) => `${text(name) || "a product"}${bracketed(code)}`;

function savedProduct(detail: Detail): string {
  const { currency, before } = detail;
  const amount = (value: unknown, field: string) =>
    field === "name" ? text(value) : money(value, currency);
  const of = named(detail);
  if (typeof before !== "object" || before === null) {
    const terms = `${after(", minimum price ", money(detail.floor, currency))}${after(", default price ", money(detail.defaultRetail, currency))}`;
    return `${before === null ? "added" : "saved"} ${of}${terms}`;
  }
  const labels = { name: "name", floor: "minimum price", defaultRetail: "default price" };
  const changed = changes(
    differences(before as Detail, detail, Object.keys(labels)),
    labels,
    amount,
  );
  return changed ? `changed ${of}: ${changed}${raised(detail)}` : `saved ${of} without changes`;
}
