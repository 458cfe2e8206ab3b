import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { IconListDetails } from "@/app/_ui/icons/icons";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Section } from "@/app/_ui/layout/section";
import { DataTable } from "@/app/_ui/table/data-table";
import { requestColumns } from "../../../logs/_ui/request-columns";
import { RECENT } from "./range";

const REFRESH_MS = 10_000;

type Props = { keyId: string; onLook: (requestId: string) => void };

/** The key's recent requests, with a link to all of them. */
export function RecentRequests({ keyId, onLook }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useQuery(
    trpc.requests.list.queryOptions(
      { partner, keyId, limit: RECENT },
      { refetchInterval: REFRESH_MS },
    ),
  );
  return (
    <Section
      title="Recent requests"
      actions={
        <PartnerTextLink path={`/logs?key=${keyId}`} size="sm">
          View all
        </PartnerTextLink>
      }
    >
      {!list.data && <QueryStatus of={list} what="the requests" rows={RECENT} />}
      {list.data?.data.length === 0 && (
        <Empty
          icon={<IconListDetails size={28} stroke={1.5} aria-hidden />}
          title="No requests yet"
          description="Requests made with this key appear here in near real time."
        />
      )}
      {list.data && list.data.data.length > 0 && (
        <DataTable
          label="Requests"
          columns={requestColumns({ onLook, hasKeys: false })}
          rows={list.data.data}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}
