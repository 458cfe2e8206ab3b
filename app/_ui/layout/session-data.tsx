import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { ServerNowProvider } from "@/app/_ui/format/server-now";
import { wiring } from "@/server/current-wiring";
import { SupportProvider } from "./support-email";

/** Gives its children the signed-in user, the support address and the server's time. */
export async function SessionData({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  const { shown } = await wiring();
  return (
    <Hydrated>
      <ServerNowProvider at={Date.now()}>
        <SupportProvider email={shown.supportEmail}>{children}</SupportProvider>
      </ServerNowProvider>
    </Hydrated>
  );
}
