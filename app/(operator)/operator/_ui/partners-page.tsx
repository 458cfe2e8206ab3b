"use client";

import { EmptyState, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { PartnerRow } from "@/app/_trpc/types";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { PartnersTable } from "./partners-table";
import { StatusDialog } from "./status-dialog";

export function PartnersPage() {
  const trpc = useTRPC();
  const list = useQuery(trpc.partners.list.queryOptions({}));
  const [chosen, setChosen] = useState<PartnerRow | null>(null);
  return (
    <>
      <PageHeader
        title="Partners"
        description="Everyone who resells through this platform, newest first."
      />
      {list.isPending && (
        <Stack gap="sm" role="status">
          <VisuallyHidden>Reading the partners</VisuallyHidden>
          <Skeleton height={34} radius="md" />
          <Skeleton height={52} radius="md" />
          <Skeleton height={52} radius="md" />
        </Stack>
      )}
      {list.isError && !list.data && (
        <ErrorState
          title="The partners could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.data.length === 0 && (
        <EmptyState
          icon={<IconBuildingStore size={28} stroke={1.5} aria-hidden />}
          withIndicatorBackground
          title="No partners yet"
          description="Make the first one on the command line: latchkey partner create"
        />
      )}
      {list.data && list.data.data.length > 0 && (
        <PartnersTable partners={list.data.data} onChangeStatus={setChosen} />
      )}
      <StatusDialog partner={chosen} onClose={() => setChosen(null)} />
    </>
  );
}
