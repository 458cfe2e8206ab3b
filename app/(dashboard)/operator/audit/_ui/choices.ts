import { actionLabel } from "@/app/(dashboard)/_audit/action-label";
import { ACTION_NAMES } from "@/server/core/registry";

/**
 * All actions with readable labels. Import on the server only: the registry has all tables of the
 * product.
 */
export const ACTION_CHOICES = ACTION_NAMES.map((value) => ({
  value,
  label: actionLabel(value),
})).sort((a, b) => a.label.localeCompare(b.label, "en"));
