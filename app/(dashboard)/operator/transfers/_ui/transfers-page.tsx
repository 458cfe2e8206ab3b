"use client";

import { PageHeader } from "@/app/_ui/layout/page-header";
import { AllTransfers } from "./all-transfers";
import { DueSection } from "./due-section";

export function TransfersPage() {
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Pay what partners are owed. A transfer pays many payouts of a partner at once."
      />
      <DueSection />
      <AllTransfers />
    </>
  );
}
