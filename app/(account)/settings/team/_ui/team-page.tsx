"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { ClosedButton } from "@/app/_ui/closed-button";
import { ErrorState } from "@/app/_ui/error-state";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { PageHeader } from "@/app/_ui/page-header";
import { MemberDialog, type MemberTask } from "./member-dialog";
import { TeamTable } from "./team-table";

export function TeamPage() {
  const trpc = useTRPC();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const list = useQuery(trpc.team.list.queryOptions());
  const [task, setTask] = useState<MemberTask | null>(null);
  const isSuspended = me.partner?.status === "suspended";
  const icon = <IconPlus size={16} aria-hidden />;
  return (
    <>
      <PageHeader
        title="Team"
        description="Owners manage the team, developers manage keys, customers and prices, viewers look on."
        actions={
          me.may.manageTeam &&
          (isSuspended ? (
            <ClosedButton leftSection={icon}>Invite someone</ClosedButton>
          ) : (
            <Button leftSection={icon} onClick={() => setTask({ kind: "invite" })}>
              Invite someone
            </Button>
          ))
        }
      />
      {list.isPending && <LoadingRows what="the team" rows={4} />}
      {list.isError && !list.data && (
        <ErrorState
          title="The team could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <TeamTable
          members={list.data}
          power={me.may.manageTeam ? { isSuspended } : null}
          onTask={setTask}
        />
      )}
      <MemberDialog task={task} onClose={() => setTask(null)} />
    </>
  );
}
