import "server-only";
import type { ReactNode } from "react";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { Shell } from "./shell";

/** Renders the shell. The caller must have checked that a user is signed in. */
export async function SignedIn({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  return (
    <Hydrated>
      <Shell>{children}</Shell>
    </Hydrated>
  );
}
