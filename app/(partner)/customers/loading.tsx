import { LoadingPage } from "@/app/_ui/loading-page";

export default function Loading() {
  return <LoadingPage title="Customers" what="the customers" rows={8} />;
}
