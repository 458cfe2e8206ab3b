import { Empty } from "@/app/_ui/feedback/empty";
import { IconFileOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Import" />
      <Empty
        icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
        title="Import not found"
        description="Check the link, or view all imports."
      >
        <TextLink href="/operator/imports">View all imports</TextLink>
      </Empty>
    </>
  );
}
