import { Loader } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useEffect, useSyncExternalStore } from "react";
import { connection } from "@/app/_trpc/connection";
import classes from "./connection-banner.module.css";

const ASK_EVERY_MS = 2_000;

/** Warns that the server is unreachable, retries, and refetches all queries once it responds. */
export function ConnectionBanner() {
  const queryClient = useQueryClient();
  const isReachable = useSyncExternalStore(
    connection.subscribe,
    connection.isReachable,
    () => true,
  );

  // Next's requests for pages failed.
  const isOffline = useOffline();

  useWindowEvent("offline", () => connection.set(false));

  useEffect(() => {
    if (isReachable) return;
    const ask = () => {
      fetch("/api/health", { cache: "no-store" }).then(
        () => {
          connection.set(true);
          void queryClient.invalidateQueries();
        },
        () => undefined,
      );
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener("online", ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", ask);
    };
  }, [isReachable, queryClient]);

  return (
    <div role="status" className={classes.region}>
      {(!isReachable || isOffline) && (
        <p className={classes.banner}>
          <Loader size={14} color="currentColor" aria-hidden />
          Connection lost. Reconnecting…
        </p>
      )}
    </div>
  );
}
