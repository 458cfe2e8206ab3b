import { ACTION_NAMES } from "@/server/core/registry";

/**
 * All actions with readable labels: "key.limit_set" is "Key: limit set". Import on the server only:
 * the registry has all tables of the product.
 */
export const ACTION_CHOICES = ACTION_NAMES.map((value) => {
  const [noun = "", verb = ""] = value.replaceAll("_", " ").split(".");
  return { value, label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}` };
}).sort((a, b) => a.label.localeCompare(b.label));
