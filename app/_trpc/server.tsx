import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { currentContext } from "@/app/_guard";
import { appRouter } from "@/server/trpc/root";
import { createQueryClient } from "./query-client";
import { SeenAs } from "./seen-as";

/** This request's cache: what a page prefetches into it reaches the browser with the page. */
export const serverQueryClient = cache(() => createQueryClient(() => undefined));

/** Procedures called in place, without HTTP, as the user who asks for the page. */
export const trpcOnServer = createTRPCOptionsProxy({
  router: appRouter,
  ctx: currentContext,
  queryClient: serverQueryClient,
});

/** Hands what was prefetched to the components within. */
export async function Hydrated({ children }: { children: ReactNode }) {
  const { viewing } = await currentContext();
  return (
    <SeenAs partner={viewing}>
      <HydrationBoundary state={dehydrate(serverQueryClient())}>{children}</HydrationBoundary>
    </SeenAs>
  );
}

/** Whether a procedure that was called on the server found no such thing, or what can be no id of one. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "NOT_FOUND" || error.code === "BAD_REQUEST";
}
