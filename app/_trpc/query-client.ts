import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { failureOf } from "./failure";

const MAX_RETRIES = 2;

/** A cache of what the pages have read. `onSignedOut` is called when a procedure finds no session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (failureOf(error).code === "unauthenticated") onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // What the server has just rendered is not asked for again at once.
        staleTime: 5_000,
        networkMode: "always",
        retry: (count, error) => count < MAX_RETRIES && failureOf(error).mayPass,
      },
      // Without a connection a change fails and says so; it must not run at some later time.
      mutations: { networkMode: "always", retry: false },
      // The server's own cache holds dates, but what travels to browsers is JSON: strings.
      dehydrate: { serializeData: (data: unknown) => JSON.parse(JSON.stringify(data)) },
    },
  });
}
