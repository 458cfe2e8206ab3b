import { PageHeader } from "@/app/_ui/page-header";
import { KeysLoading } from "./_ui/keys-loading";

export default function Loading() {
  return (
    <>
      <PageHeader title="API keys" />
      <KeysLoading />
    </>
  );
}
