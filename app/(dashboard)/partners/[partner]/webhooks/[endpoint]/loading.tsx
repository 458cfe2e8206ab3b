import { LoadingPage } from "@/app/_ui/feedback/loading";

export default function Loading() {
  return <LoadingPage title="Webhook endpoint" what="the webhook endpoint" rows={8} />;
}
