import { httpBatchLink, type TRPCLink } from "@trpc/client";
import type { AppRouter } from "@/server/trpc/root";
import { watchedFetch } from "./connection";
import { reauthenticationLink } from "./reauthentication";

/** The user that this page shows; null before sign-in. */
let shown: string | null = null;

/** Binds all calls of this page to its user: the server refuses them once another one is signed in. */
export const bindCalls = (userId: string) => {
  shown = userId;
};

const HTTP = {
  url: "/api/trpc",
  // The server accepts only POST.
  methodOverride: "POST",
  headers: () => (shown === null ? {} : { "latchkey-user": shown }),
  fetch: (input: unknown, init?: unknown) =>
    watchedFetch(input as RequestInfo, init as RequestInit),
} as const;

/** A part of a file is as large as a request may be: a batch with another call would be refused. */
const LARGE = "imports.write";

/** Sends the calls of one moment as one request, of at most the ten calls that the server accepts. */
const httpLink: TRPCLink<AppRouter> = (runtime) => {
  const alone = httpBatchLink<AppRouter>({ ...HTTP, maxItems: 1 })(runtime);
  const together = httpBatchLink<AppRouter>({ ...HTTP, maxItems: 10 })(runtime);
  return (call) => (call.op.path === LARGE ? alone : together)(call);
};

export const links: TRPCLink<AppRouter>[] = [reauthenticationLink, httpLink];
