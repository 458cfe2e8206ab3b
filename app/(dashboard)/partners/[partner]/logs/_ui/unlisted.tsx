"use client";

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { LogQuery } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { unlistedText } from "@/server/core/requests/view";

/** Says how many requests that match the filter are missing from the list, and why. */
export function Unlisted({ query }: { query: LogQuery }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.requests.unlisted.queryOptions({ partner, ...query }));
  const text = found.data ? unlistedText(found.data) : null;
  if (text === null) return null;
  return (
    <Text size="sm" c="dimmed" mb={8} role="status">
      <strong>{text}.</strong> When a key sends many requests at once, the log lists some of them.
      Usage counts all.
    </Text>
  );
}
