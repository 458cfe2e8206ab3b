import type { Sentences } from "../kernel/sentence";
import { loggedLimit } from "../keys/limits";
import { after, type Detail, previously, quoted } from "../values/phrases";
import type * as actions from "./actions";

const forKey = ({ label }: Detail) => (label === undefined ? "" : ` for ${quoted(label)}`);
const was = ({ before }: Detail) => previously(loggedLimit(before));

export const LIMIT_REQUEST_SENTENCES: Sentences<typeof actions> = {
  "limit_request.opened": ({ detail }) =>
    `requested a limit of ${loggedLimit(detail.wanted)}${forKey(detail)}${was(detail)}`,
  "limit_request.approved": ({ detail }) =>
    `approved a limit of ${loggedLimit(detail.grantedPerMinute)}${forKey(detail)}${was(detail)}`,
  "limit_request.declined": ({ detail }) =>
    `declined the limit increase${after(" to ", loggedLimit(detail.wanted))}${forKey(detail)}${after(": ", detail.answer)}`,
};
