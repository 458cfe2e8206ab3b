import type { Sentences } from "../kernel/sentence";
import { text } from "../values/phrases";
import type * as actions from "./actions";

export const AUDIT_SENTENCES: Sentences<typeof actions> = {
  "list.exported": ({ detail }) => `exported ${text(detail.list).replace("-", " ")}`,
};
