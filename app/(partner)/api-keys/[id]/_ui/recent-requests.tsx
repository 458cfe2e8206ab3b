"use client";

import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { Empty } from "@/app/_ui/empty";
import { ErrorState } from "@/app/_ui/error-state";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { Section } from "@/app/_ui/section";
import { TextLink } from "@/app/_ui/text-link";
import { RequestsTable } from "../../../logs/_ui/requests-table";
import { RECENT } from "./range";

const REFRESH_MS = 10_000;

type Props = { keyId: string; onLook: (requestId: string) => void };

/** The key's last requests, and the way to all of them. */
export function RecentRequests({ keyId, onLook }: Props) {
  const trpc = useTRPC();
  const list = useQuery(
    trpc.requests.list.queryOptions({ keyId, limit: RECENT }, { refetchInterval: REFRESH_MS }),
  );
  return (
    <Section
      title="Recent requests"
      actions={
        <TextLink href={`/logs?key=${keyId}`} size="sm">
          All in the request log
        </TextLink>
      }
    >
      {list.isPending && <LoadingRows what="the requests" rows={RECENT} />}
      {list.isError && !list.data && (
        <ErrorState
          title="The requests could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.data.length === 0 && (
        <Empty
          icon={<IconListDetails size={28} stroke={1.5} aria-hidden />}
          title="No requests yet"
          description="Calls with this key appear here a second after they are answered."
        />
      )}
      {list.data && list.data.data.length > 0 && (
        <RequestsTable rows={list.data.data} hasKeys={false} onLook={onLook} />
      )}
    </Section>
  );
}
