import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { Shell } from "./shell";

/** The shell, for a signed-in user: the caller has checked that there is one. */
export async function SignedIn({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  return (
    <Hydrated>
      <Shell>{children}</Shell>
    </Hydrated>
  );
}
