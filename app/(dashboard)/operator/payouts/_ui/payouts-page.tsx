"use client";

import { PageHeader } from "@/app/_ui/layout/page-header";
import { AllPayouts } from "./all-payouts";
import { MonthSection } from "./month-section";

export function PayoutsPage() {
  return (
    <>
      <PageHeader
        title="Payouts"
        description="Close each month to create payouts for every partner."
      />
      <MonthSection />
      <AllPayouts />
    </>
  );
}
