import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { wiring } from "@/server/wiring";
import { Shell } from "./shell";
import { SupportProvider } from "./support";

/** Renders the shell. The caller must have checked that a user is signed in. */
export async function SignedIn({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  const { shown } = await wiring();
  return (
    <Hydrated>
      <SupportProvider email={shown.supportEmail}>
        <Shell>{children}</Shell>
      </SupportProvider>
    </Hydrated>
  );
}
