import type { FormerNames } from "../customers/queries";
import type { Tx } from "../kernel/actor";

/** Finds the earlier names of customers, for items that are sent again after a change. */
export async function findFormerNames(
  tx: Tx,
  customerIds: readonly string[],
): Promise<Map<string, FormerNames>> {
  if (customerIds.length === 0) return new Map();
  // Loaded lazily: the command line lists the imports without loading the database client.
  const { formerNames } = await import("../customers/queries");
  return formerNames(tx, customerIds);
}
