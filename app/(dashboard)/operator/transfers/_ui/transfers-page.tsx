"use client";

import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { AllTransfers } from "./all-transfers";
import { DueSection } from "./due-section";
import type { IssuerTask } from "./issuer-dialog";
import { IssuerDialog } from "./transfer-dialogs";

export function TransfersPage() {
  const trpc = useTRPC();
  const { data: issuer } = useQuery(trpc.issuer.get.queryOptions());
  const [task, setTask] = useState<IssuerTask | null>(null);
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Pay what partners are owed. A transfer pays many payouts of a partner at once."
        actions={
          issuer && (
            <Button variant="default" onClick={() => setTask({ issuer })}>
              Statement issuer
            </Button>
          )
        }
      />
      {issuer === null && (
        <Alert mb="xl" role="note" title="Statements have no issuer yet">
          Each transfer has a statement. Add your legal name and address, which are printed on it.
          <Button
            variant="default"
            size="xs"
            mt="sm"
            display="block"
            onClick={() => setTask({ issuer })}
          >
            Add issuer
          </Button>
        </Alert>
      )}
      <DueSection />
      <AllTransfers />
      <IssuerDialog subject={task} onClose={() => setTask(null)} />
    </>
  );
}
