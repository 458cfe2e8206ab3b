import { useCurrentPartner } from "@/app/_trpc/use-partner";
import { DownloadLink } from "@/app/_ui/load/download-link";

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
  return (
    <DownloadLink href={`/api/export/${of}${query.size > 0 ? `?${query}` : ""}`}>
      Export CSV
    </DownloadLink>
  );
}
