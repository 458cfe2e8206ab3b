import { PartnerNotFound } from "@/app/_ui/feedback/partner-not-found";

export default function NotFound() {
  return <PartnerNotFound />;
}
