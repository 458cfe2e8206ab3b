"use client";

import { Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { ErrorState } from "@/app/_ui/feedback/failure-alert";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { Section } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { DataTable } from "@/app/_ui/table/data-table";
import { REQUEST_COLUMNS } from "./request-columns";

const SHOWN = 8;

/** The requests that were refused or failed last. */
export function RecentErrors({ partnerId }: { partnerId: string }) {
  const trpc = useTRPC();
  const lists = useQueries({
    queries: (["4xx", "5xx"] as const).map((status) =>
      trpc.requests.list.queryOptions({ status, limit: SHOWN }),
    ),
  });
  const failed = lists.find(({ isError }) => isError);
  const isPending = lists.some((list) => list.isPending);
  const rows = lists
    .flatMap(({ data }) => data?.data ?? [])
    // Ids begin with the time.
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, SHOWN);
  return (
    <Section
      title="Recent errors"
      actions={
        <TextLink href={`/operator/partners/${partnerId}?tab=log`} size="sm">
          The whole log
        </TextLink>
      }
    >
      {failed && (
        <ErrorState
          title="The errors could not be read"
          failure={failureOf(failed.error)}
          onRetry={() => void Promise.all(lists.map((list) => list.refetch()))}
        />
      )}
      {!failed && isPending && <LoadingRows what="the errors" rows={3} />}
      {!failed && !isPending && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No request of the log was refused or failed.
        </Text>
      )}
      {!failed && rows.length > 0 && (
        <DataTable
          label="Recent errors"
          columns={REQUEST_COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}
