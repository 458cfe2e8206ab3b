import type { ReactNode } from "react";
import type { IconFileOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Empty } from "./empty";

type Props = {
  /** The heading of the page, and the name of one thing and of all, as in "View all keys". */
  title: string;
  one: string;
  all: string;
  icon: typeof IconFileOff;
  /** A link to the list. */
  children: ReactNode;
};

/** Replaces the page of a thing that does not exist, or that the user may not see. */
export function NotFoundPage({ title, one, all, icon: OneIcon, children }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <Empty
        icon={<OneIcon size={28} stroke={1.5} aria-hidden />}
        title={`${one} not found`}
        description={`Check the link, or view all ${all}.`}
      >
        {children}
      </Empty>
    </>
  );
}
