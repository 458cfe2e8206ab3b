"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { Section } from "@/app/_ui/layout/section";
import { DecideDialog, type Decision } from "../../../limit-requests/_ui/decide-dialog";
import { OpenTable } from "../../../limit-requests/_ui/open-table";

/** The partner's requests for higher limits that wait; nothing while none do. */
export function PartnerRequests({ partnerCode }: { partnerCode: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.limitRequests.list.queryOptions());
  const [decision, setDecision] = useState<Decision | null>(null);
  const open = (data ?? []).filter(
    ({ status, partner }) => status === "open" && partner.code === partnerCode,
  );
  return (
    <>
      {open.length > 0 && (
        <Section title="Waiting for a decision">
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
