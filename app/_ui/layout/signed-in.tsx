import "server-only";
import type { ReactNode } from "react";
import { currentContext } from "@/app/_guard";
import { TrpcProvider } from "@/app/_trpc/client";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { Shell } from "./shell";

/** The shell with who is signed in already in it. The caller has checked that somebody is. */
export async function SignedIn({ children }: { children: ReactNode }) {
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  const { viewing } = await currentContext();
  const shell = (
    <Hydrated>
      <Shell>{children}</Shell>
    </Hydrated>
  );
  if (viewing === null) return shell;
  return (
    <TrpcProvider key={viewing} viewing={viewing}>
      {shell}
    </TrpcProvider>
  );
}
