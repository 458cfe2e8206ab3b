"use server";

import { createCaller } from "@/server/trpc/root";
import { currentContext } from "./_guard";
import { setViewedPartner } from "./_viewing";

/** From now on the operator's pages outside the console are those of the partner. Audited. */
export async function lookAtPartner(partnerId: string): Promise<void> {
  const context = await currentContext();
  await createCaller(context).partners.view({ partnerId });
  if (context.actor) await setViewedPartner(context.actor, partnerId);
}

/** Ends it. */
export async function leavePartner(): Promise<void> {
  const { actor } = await currentContext();
  if (actor) await setViewedPartner(actor, null);
}
