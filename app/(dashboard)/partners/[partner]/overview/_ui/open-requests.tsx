"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Section } from "@/app/_ui/layout/section";
import {
  DecideDialog,
  type Decision,
} from "@/app/(dashboard)/operator/limit-requests/_ui/decide-dialog";
import { OpenTable } from "@/app/(dashboard)/operator/limit-requests/_ui/open-table";

/**
 * The partner's open limit requests, for operators to decide; renders nothing when there are none.
 */
export function OpenRequests() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data } = useQuery(trpc.limitRequests.list.queryOptions({ partner }));
  const [decision, setDecision] = useState<Decision | null>(null);
  const open = (data ?? []).filter(({ status }) => status === "open");
  return (
    <>
      {open.length > 0 && (
        <Section title="Pending limit requests">
          <OpenTable
            requests={open}
            hasPartner={false}
            onDecide={(kind, request) => setDecision({ kind, request })}
          />
        </Section>
      )}
      <DecideDialog decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}
