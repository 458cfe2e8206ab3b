import { PLATFORM_KEY_ANSWERS } from "./platform-key-answers";
import { SCOPE_ANSWERS } from "./scope-rows";

/** The fields of the responses about what the company's own API and systems use. */
export const PLATFORM_ANSWERS = { ...PLATFORM_KEY_ANSWERS, ...SCOPE_ANSWERS };
