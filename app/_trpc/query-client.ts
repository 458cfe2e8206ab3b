import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type Failure, failureOf } from "./failure";

const MAX_RETRIES = 2;

/**
 * Failures of actions after which the page is read again: somebody else has changed what it shows, or
 * the server may have acted all the same.
 */
const OUTDATING: ReadonlySet<string> = new Set([
  "conflict",
  "forbidden",
  "not_found",
  "partner_suspended",
  "precondition_failed",
  "price_below_floor",
  "unreachable",
]);

/** Creates the query cache. Calls `onFailure` when a procedure fails. */
export function createQueryClient(onFailure: (failure: Failure) => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onFailure(failureOf(error)) }),
    mutationCache: new MutationCache({
      onError: (error) => {
        const failure = failureOf(error);
        if (OUTDATING.has(failure.code)) void client.invalidateQueries();
        onFailure(failure);
      },
    }),
    defaultOptions: {
      queries: {
        // Avoids refetching data that the server has just rendered.
        staleTime: 5_000,
        networkMode: "always",
        retry: (count, error) => count < MAX_RETRIES && failureOf(error).mayPass,
      },
      // A mutation fails immediately when offline, instead of running at some later time.
      mutations: { networkMode: "always", retry: false },
      // The server's cache holds dates, but browsers get JSON, so dates become strings.
      dehydrate: { serializeData: (data: unknown) => JSON.parse(JSON.stringify(data)) },
    },
  });
  return client;
}
