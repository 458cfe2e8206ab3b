"use client";

import { PageHeader } from "@/app/_ui/layout/page-header";
import { AllPayouts } from "./all-payouts";
import { MonthSection } from "./month-section";

export function PayoutsPage() {
  return (
    <>
      <PageHeader
        title="Payouts"
        description="Each partner's share of a month's charges, in each currency. A month is closed once, for all partners."
      />
      <MonthSection />
      <AllPayouts />
    </>
  );
}
