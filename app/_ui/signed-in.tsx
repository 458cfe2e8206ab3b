import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { Shell } from "./shell";

/** The shell with who is signed in already in it. The caller has checked that somebody is. */
export async function SignedIn({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  return (
    <Hydrated>
      <Shell>{children}</Shell>
    </Hydrated>
  );
}
