import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { wiring } from "@/server/current-wiring";
import { SupportProvider } from "./support-email";

/** Gives its children the signed-in user and the support address, which the shell shows. */
export async function SessionData({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  const { shown } = await wiring();
  return (
    <Hydrated>
      <SupportProvider email={shown.supportEmail}>{children}</SupportProvider>
    </Hydrated>
  );
}
