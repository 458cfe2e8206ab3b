import { PageNotFound } from "@/app/_ui/feedback/page-not-found";

export default function NotFound() {
  return <PageNotFound />;
}
