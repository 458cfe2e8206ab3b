import type { Sentences } from "../kernel/sentence";
import { after, counted, fromTo, listed, quoted, text } from "../values/phrases";
import type * as actions from "./actions";

export const SCOPE_SENTENCES: Sentences<typeof actions> = {
  "scope.defined": ({ detail }) =>
    `defined the scope ${text(detail.scope)}${after(": ", detail.description)}`,
  "scope.described": ({ detail }) =>
    `changed the description of the scope ${text(detail.scope)}${fromTo(quoted(detail.before), quoted(detail.after))}`,
  "scope.removed": ({ detail }) =>
    detail.keys === 0
      ? `removed the scope ${text(detail.scope)}, which no active key had`
      : `removed the scope ${text(detail.scope)} from ${counted(detail.keys, "active key")} of ${counted(detail.partners, "partner")}`,
  "key.scope_removed": ({ detail, name }) =>
    `removed ${listed(detail.removed)} from the API key ${quoted(detail.label ?? name)}, because the scope no longer exists`,
};
