import { IconFileOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";
import { Empty } from "./empty";

/** Replaces the pages of a partner that does not exist, or that the user may not see. */
export function PartnerNotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Empty
        icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
        title="Partner not found"
        description="Check the link, or choose a page from the navigation."
      >
        <TextLink href="/">Go to dashboard</TextLink>
      </Empty>
    </>
  );
}
