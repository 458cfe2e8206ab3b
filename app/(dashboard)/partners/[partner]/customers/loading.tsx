import { LoadingPage } from "@/app/_ui/feedback/loading";

export default function Loading() {
  return <LoadingPage title="Customers" what="the customers" rows={8} />;
}
