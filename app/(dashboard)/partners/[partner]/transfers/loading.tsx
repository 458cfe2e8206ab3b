import { LoadingPage } from "@/app/_ui/feedback/loading";

export default function Loading() {
  return <LoadingPage title="Transfers" what="the transfers" />;
}
