import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { requestColumns } from "../../logs/_ui/request-columns";
import { RequestDrawer } from "../../logs/_ui/request-drawer";

const SHOWN = 8;

/** The most recent errors, without those that were rate limited: as the list that the link opens. */
export function RecentErrors() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const list = useQuery(
    trpc.requests.list.queryOptions({ partner, status: "failed", limit: SHOWN }),
  );
  return (
    <Section
      title="Recent errors"
      actions={
        <PartnerTextLink path="/logs?status=failed" size="sm">
          View all
        </PartnerTextLink>
      }
    >
      {!list.data && <QueryStatus of={list} what="the errors" rows={3} />}
      {list.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          No recent errors.
        </Text>
      )}
      {list.data && list.data.data.length > 0 && (
        <DataTable
          label="Recent errors"
          columns={requestColumns({ onLook: setLookedAt })}
          rows={list.data.data}
          keyOf={({ id }) => id}
        />
      )}
      <RequestDrawer requestId={lookedAt} onClose={() => setLookedAt(null)} />
    </Section>
  );
}
