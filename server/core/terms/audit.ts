import type { Sentences } from "../kernel/sentence";
import { after, month, text } from "../values/phrases";
import type * as actions from "./actions";

export const TERM_SENTENCES: Sentences<typeof actions> = {
  "term.created": ({ detail }) =>
    `set the revenue share${after(" of ", detail.name)} to ${text(detail.percent)}%${after(" from ", month(detail.fromMonth))}`,
};
