import { Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ErrorState } from "@/app/_ui/feedback/failure-alert";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { requestColumns } from "../../logs/_ui/request-columns";
import { RequestDrawer } from "../../logs/_ui/request-drawer";

const SHOWN = 8;

/** The most recent requests that were refused or failed. */
export function RecentErrors() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const lists = useQueries({
    queries: (["4xx", "5xx"] as const).map((status) =>
      trpc.requests.list.queryOptions({ partner, status, limit: SHOWN }),
    ),
  });
  const failed = lists.find(({ isError }) => isError);
  const isPending = lists.some((list) => list.isPending);
  const rows = lists
    .flatMap(({ data }) => data?.data ?? [])
    // IDs begin with the time.
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, SHOWN);
  return (
    <Section
      title="Recent errors"
      actions={
        <PartnerTextLink path="/logs?status=failed" size="sm">
          View all logs
        </PartnerTextLink>
      }
    >
      {failed && (
        <ErrorState
          title="Couldn't load recent errors"
          failure={failureOf(failed.error)}
          onRetry={() => void Promise.all(lists.map((list) => list.refetch()))}
        />
      )}
      {!failed && isPending && <LoadingRows what="the errors" rows={3} />}
      {!failed && !isPending && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No recent errors.
        </Text>
      )}
      {!failed && rows.length > 0 && (
        <DataTable
          label="Recent errors"
          columns={requestColumns({ onLook: setLookedAt })}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <RequestDrawer requestId={lookedAt} onClose={() => setLookedAt(null)} />
    </Section>
  );
}
