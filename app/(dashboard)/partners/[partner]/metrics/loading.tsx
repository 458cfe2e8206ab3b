import { PageHeader } from "@/app/_ui/layout/page-header";
import { MetricsLoading } from "./_ui/metrics-loading";

export default function Loading() {
  return (
    <>
      <PageHeader title="Metrics" />
      <MetricsLoading />
    </>
  );
}
