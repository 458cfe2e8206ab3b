import { words } from "./fields";
import { PLATFORM_KEY_ANSWERS } from "./platform-key-answers";
import { PRODUCT_ANSWERS } from "./product-rows";
import { SCOPE_ANSWERS } from "./scope-rows";

/** The fields of the responses about what the company's own API, systems and operators use. */
export const PLATFORM_ANSWERS = {
  ...PLATFORM_KEY_ANSWERS,
  ...SCOPE_ANSWERS,
  ...PRODUCT_ANSWERS,
  "operators.list": words(
    "id email status hasSecondFactor createdAt lastSignedInAt isSelf mailRefused",
  ),
  "operators.resetSecondFactor": [],
  "operators.disable": [],
  "operators.enable": [],
  "operators.remove": [],
};
