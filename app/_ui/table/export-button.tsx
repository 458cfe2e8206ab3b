"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useCurrentPartner } from "@/app/_trpc/use-partner";

type Props = {
  /** Which of the exports. */
  of: string;
  /** The filter of the list that is exported; what is null or empty is left out. */
  filter?: Readonly<Record<string, string | null | undefined>>;
};

/** Saves what the list shows, all of its pages, as CSV. */
export function ExportButton({ of, filter = {} }: Props) {
  const partner = useCurrentPartner();
  const query = new URLSearchParams(partner === null ? {} : { partner });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  // A link, so that the browser streams it into a file; a failure is a page that says so.
  return (
    <Button
      component="a"
      href={`/api/export/${of}${query.size > 0 ? `?${query}` : ""}`}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}
