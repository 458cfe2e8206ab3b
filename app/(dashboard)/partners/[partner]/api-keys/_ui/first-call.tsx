"use client";

import { Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { IconCircleCheckFilled } from "@/app/_ui/icons/icons";
import classes from "./first-call.module.css";

const ASK_EVERY_MS = 1_000;

/** Waits for the first request with a key, and turns green when it arrives. */
export function FirstCall({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const queryClient = useQueryClient();
  const { data } = useQuery(
    trpc.keys.get.queryOptions(
      { partner, keyId },
      {
        staleTime: 0,
        gcTime: 0,
        refetchInterval: (query) => (query.state.data?.lastUsedAt ? false : ASK_EVERY_MS),
        // The call is made from another window, so this one is in the background.
        refetchIntervalInBackground: true,
      },
    ),
  );
  const hasCalled = Boolean(data?.lastUsedAt);

  useEffect(() => {
    if (!hasCalled) return;
    void queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
  }, [hasCalled, queryClient, trpc]);

  return (
    <p role="status" className={classes.line} data-arrived={hasCalled || undefined}>
      {hasCalled ? (
        <>
          <IconCircleCheckFilled size={18} aria-hidden />
          First request received
          {data?.lastUsedAddress && ` from ${data.lastUsedAddress}`}. Your key is working.
        </>
      ) : (
        <>
          <Loader size={14} color="currentColor" aria-hidden />
          Waiting for your first request…
        </>
      )}
    </p>
  );
}
