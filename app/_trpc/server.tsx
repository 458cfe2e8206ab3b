import "server-only";
import {
  dehydrate,
  type FetchQueryOptions,
  HydrationBoundary,
  type QueryKey,
} from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { currentContext } from "@/app/_session";
import { appRouter } from "@/server/trpc/root";
import { createQueryClient } from "./query-client";

/** This request's cache: what a page prefetches into it reaches the browser with the page. */
export const serverQueryClient = cache(() => createQueryClient(() => undefined));

/** Procedures called in place, without HTTP, as the user who asks for the page. */
export const trpcOnServer = createTRPCOptionsProxy({
  router: appRouter,
  ctx: currentContext,
  queryClient: serverQueryClient,
});

/** Hands what was prefetched to the components within. */
export function Hydrated({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(serverQueryClient())}>{children}</HydrationBoundary>;
}

/** Prefetches what a page is about: where there is no such thing, there is no such page. */
export async function fetchOrNotFound<Data, Thrown, Read, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Thrown, Read, Key>,
): Promise<Read> {
  try {
    return await serverQueryClient().fetchQuery(options);
  } catch (error) {
    if (isMissing(error)) return notFound();
    throw error;
  }
}

// What can be no id of a thing is the id of none.
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "NOT_FOUND" || error.code === "BAD_REQUEST";
}
