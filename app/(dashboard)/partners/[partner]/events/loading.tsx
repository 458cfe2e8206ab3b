import { LoadingPage } from "@/app/_ui/feedback/loading";

export default function Loading() {
  return <LoadingPage title="Events" what="the events" rows={10} />;
}
