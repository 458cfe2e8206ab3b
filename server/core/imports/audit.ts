import type { Sentences } from "../kernel/sentence";
import { after, bracketed, count, counted, type Detail, raised } from "../values/phrases";
import type * as actions from "./actions";

const ofKind = ({ kind, partner }: Detail) => `${after(" of ", kind)}${after(" for ", partner)}`;

export const IMPORT_SENTENCES: Sentences<typeof actions> = {
  "import.begun": ({ detail }) => {
    const from =
      typeof detail.after_line === "number" && detail.after_line > 0 ? detail.after_line : null;
    return `${from === null ? "started" : "resumed"} an import${ofKind(detail)}${after(" after line ", count(from))}`;
  },
  "import.canceled": ({ detail }) =>
    `canceled an import${ofKind(detail)}${after(" after line ", count(detail.lines))}`,
  "import.finished": ({ detail }) =>
    `finished an import${ofKind(detail)}${typeof detail.imported === "number" ? `: ${count(detail.imported)} imported, ${count(detail.existing)} already existed, ${count(detail.rejected)} rejected` : ""}`,
  "customers.imported": ({ detail }) => `imported ${counted(detail.imported, "customer")}`,
  "charges.imported": ({ detail }) =>
    `imported ${counted(detail.imported, "charge")}${bracketed(detail.late && `${count(detail.late)} late`)}`,
  "products.imported": ({ detail }) =>
    `imported ${counted(detail.imported, "product")}${raised(detail)}`,
};
