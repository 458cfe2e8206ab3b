import { IconFileOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";
import { Empty } from "./empty";

type Props = { title?: string; email?: string };

/** Replaces a page that does not exist, or that the user may not see: by default those of a partner. */
export function PageNotFound({ title = "Partner not found", email }: Props) {
  const way = "Check the link, or choose a page from the navigation.";
  return (
    <>
      <PageHeader title="Page not found" />
      <Empty
        icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
        title={title}
        description={email === undefined ? way : `You're signed in as ${email}. ${way}`}
      >
        <TextLink href="/">Go to dashboard</TextLink>
      </Empty>
    </>
  );
}
