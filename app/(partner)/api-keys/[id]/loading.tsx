import { LoadingPage } from "@/app/_ui/loading-page";

export default function Loading() {
  return <LoadingPage title="API key" what="the key" rows={8} />;
}
