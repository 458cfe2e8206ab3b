import { LoadingPage } from "@/app/_ui/feedback/loading";

export default function Loading() {
  return <LoadingPage title="Webhooks" what="the webhook endpoints" rows={4} />;
}
