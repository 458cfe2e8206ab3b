import "server-only";
import {
  dehydrate,
  type FetchInfiniteQueryOptions,
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

/** This request's cache. Prefetched queries are sent to the browser with the page. */
export const serverQueryClient = cache(() => createQueryClient(() => undefined));

/** Calls procedures directly, without HTTP, as the user who requested the page. */
export const trpcOnServer = createTRPCOptionsProxy({
  router: appRouter,
  ctx: currentContext,
  queryClient: serverQueryClient,
});

/** Passes the prefetched queries to its children. */
export function Hydrated({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(serverQueryClient())}>{children}</HydrationBoundary>;
}

type Query = { queryKey: QueryKey };

/** A page with its queries, which are prefetched at the same time; one that failed is left out. */
export async function hydrated(
  queries: readonly (Query | "" | null | undefined)[],
  page: ReactNode,
) {
  await Promise.all(queries.map((query) => query && prefetch(query)));
  return <Hydrated>{page}</Hydrated>;
}

function prefetch(query: Query): Promise<void> {
  const client = serverQueryClient();
  if (!("getNextPageParam" in query)) return client.prefetchQuery(query);
  return client.prefetchInfiniteQuery(query as FetchInfiniteQueryOptions);
}

/** Prefetches the subject of a page. Responds 404 if it doesn't exist. */
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

// A malformed ID belongs to nothing, so BAD_REQUEST counts as missing too.
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "NOT_FOUND" || error.code === "BAD_REQUEST";
}
