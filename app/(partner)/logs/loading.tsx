import { LoadingPage } from "@/app/_ui/loading-page";

export default function Loading() {
  return <LoadingPage title="Request log" what="the requests" rows={10} />;
}
