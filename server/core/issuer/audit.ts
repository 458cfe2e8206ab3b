import type { Sentences } from "../kernel/sentence";
import { after, changes } from "../values/phrases";
import type * as actions from "./actions";

const LABELS = {
  name: "name",
  address: "address",
  taxNumber: "tax number",
  email: "email",
  numberPrefix: "prefix of numbers",
  taxNote: "text about taxes",
};

export const ISSUER_SENTENCES: Sentences<typeof actions> = {
  "issuer.changed": ({ detail }) =>
    changes(detail, LABELS) === ""
      ? `entered who issues statements${after(": ", detail.issuer)}`
      : `changed who issues statements: ${changes(detail, LABELS)}`,
};
