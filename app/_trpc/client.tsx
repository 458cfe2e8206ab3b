import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { signInPath } from "@/app/_ui/auth/safe-path";
import type { AppRouter } from "@/server/trpc/root";
import { keepDrafts } from "./drafts";
import type { Failure } from "./failure";
import { links } from "./links";
import { createQueryClient } from "./query-client";
import { release } from "./release";
import { endReason, reportSessionEnd } from "./session-end";

const context = createTRPCContext<AppRouter>();

/** `useTRPC` makes options for TanStack Query; `useTRPCClient` calls procedures without a cache. */
export const { useTRPC, useTRPCClient } = context;

// A tab that was frozen while it was visible. TanStack Query itself follows only the visibility.
if (typeof document !== "undefined") {
  document.addEventListener("resume", () => focusManager.onFocus());
}

export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(onFailure));
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links }));
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}

function onFailure({ code }: Failure): void {
  if (code === "unauthenticated") leaveForSignIn();
  else release.callFailed();
}

function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (pathname === "/sign-in") return;
  keepDrafts();
  reportSessionEnd();
  // A full page load, so that nothing else of the ended session stays in memory.
  window.location.assign(signInPath(pathname + search + hash, endReason()));
}
