"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { VIEWING_HEADER } from "@/app/_headers";
import { signInPath } from "@/app/_ui/auth/safe-path";
import type { AppRouter } from "@/server/trpc/root";
import { watchedFetch } from "./connection";
import { createQueryClient } from "./query-client";
import { reauthenticationLink } from "./reauthentication";

const context = createTRPCContext<AppRouter>();

/** `useTRPC` makes options for TanStack Query; `useTRPCClient` calls without any cache. */
export const { useTRPC, useTRPCClient } = context;

const Viewing = createContext<string | null>(null);

/** The partner through whose eyes an operator sees this part of the page; null: one's own. */
export const useViewing = (): string | null => useContext(Viewing);

type Props = { children: ReactNode; viewing?: string };

/**
 * The dashboard's connection to its procedures. With `viewing`, an operator's, as the partner of that
 * id sees them: of its own, so that nothing of one partner is ever in the cache of another.
 */
export function TrpcProvider({ children, viewing }: Props) {
  const [queryClient] = useState(() => createQueryClient(leaveForSignIn));
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        reauthenticationLink,
        httpBatchLink({
          url: "/api/trpc",
          // The server takes POST only and at most ten calls at once.
          methodOverride: "POST",
          maxItems: 10,
          headers: viewing === undefined ? {} : { [VIEWING_HEADER]: viewing },
          fetch: (input, init) => watchedFetch(input as RequestInfo, init as RequestInit),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Viewing value={viewing ?? null}>{children}</Viewing>
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}

function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (pathname === "/sign-in") return;
  // A whole new page: nothing of the ended session stays in memory.
  window.location.assign(signInPath(pathname + search + hash, "expired"));
}
