import { LoadingRows } from "@/app/_ui/loading-rows";
import { PageHeader } from "@/app/_ui/page-header";

export default function Loading() {
  return (
    <>
      <PageHeader title="Request log" />
      <LoadingRows what="the requests" rows={10} />
    </>
  );
}
