"use server";

import { currentContext } from "./_guard";
import { setViewedPartner } from "./_viewing";

/** From now on the operator's pages outside the console are those of the partner. */
export async function lookAtPartner(partnerId: string): Promise<void> {
  const { actor } = await currentContext();
  if (actor) await setViewedPartner(actor, partnerId);
}

/** Ends it. */
export async function leavePartner(): Promise<void> {
  const { actor } = await currentContext();
  if (actor) await setViewedPartner(actor, null);
}
