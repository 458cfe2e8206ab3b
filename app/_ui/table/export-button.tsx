import { Button } from "@mantine/core";
import { useCurrentPartner } from "@/app/_trpc/use-partner";
import { IconDownload } from "@/app/_ui/icons/icons";

type Props = {
  /** The name of the export. */
  of: string;
  /** The filter of the exported list; null and empty values are omitted. */
  filter?: Readonly<Record<string, string | null | undefined>>;
};

/** Downloads all pages of the list as CSV. */
export function ExportButton({ of, filter = {} }: Props) {
  const partner = useCurrentPartner();
  const query = new URLSearchParams(partner === null ? {} : { partner });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  // A link, so that the browser streams the file to disk; a failure opens an error page.
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
