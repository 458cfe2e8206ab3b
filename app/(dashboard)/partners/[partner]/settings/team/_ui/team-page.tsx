"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { IconPlus } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { MemberDialog, type MemberTask } from "./member-dialog";
import { OpenLinks } from "./open-links";
import { TeamTable } from "./team-table";

export function TeamPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const invite = useAccess("user.invited");
  const list = useQuery(trpc.team.list.queryOptions({ partner }));
  const [task, setTask] = useState<MemberTask | null>(null);
  return (
    <>
      <PageHeader
        title="Team"
        description="Owners manage the team. Developers manage keys, customers, prices and webhooks. Viewers have read-only access."
        actions={
          <WriteButton
            access={invite}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setTask({ kind: "invite" })}
          >
            Invite member
          </WriteButton>
        }
      />
      {list.data ? (
        <TeamTable members={list.data} onTask={setTask} />
      ) : (
        <QueryStatus of={list} what="the team" rows={4} />
      )}
      <OpenLinks />
      <MemberDialog subject={task} onClose={() => setTask(null)} />
    </>
  );
}
