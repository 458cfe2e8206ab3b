import type { Sentences } from "../kernel/sentence";
import { after, quoted } from "../values/phrases";
import type * as actions from "./actions";

export const LEAK_SENTENCES: Sentences<typeof actions> = {
  "key.leaked": ({ detail, name }) =>
    `reported that the API key ${quoted(detail.label ?? name)} was leaked${after(" at ", detail.url)}`,
  "key.leak_dismissed": ({ detail, name }) =>
    `dismissed the leak of the API key ${quoted(detail.label ?? name)}`,
  "platform_key.leaked": ({ detail, name }) =>
    `reported that the platform key ${quoted(detail.label ?? name)} was leaked${after(" at ", detail.url)}`,
  "platform_key.leak_dismissed": ({ detail, name }) =>
    `dismissed the leak of the platform key ${quoted(detail.label ?? name)}`,
  "leak_policy.changed": ({ detail }) =>
    detail.after === "revoke"
      ? "decided that leaked API keys are revoked immediately"
      : "decided that leaked API keys are reported, and not revoked",
};
