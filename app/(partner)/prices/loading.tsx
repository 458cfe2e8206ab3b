import { LoadingPage } from "@/app/_ui/loading-page";

export default function Loading() {
  return <LoadingPage title="Prices" what="the prices" />;
}
