import { Button } from "@mantine/core";
import { IconDownload } from "@/app/_ui/icons/icons";
import { isLeavingWarned } from "./leave-warning";

/**
 * Downloads a file that the server makes. A link, so that the browser streams it to disk; a failure
 * opens an error page, which replaces this page only if that loses nothing, such as an upload.
 */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      onClick={({ currentTarget }) => {
        currentTarget.target = isLeavingWarned() ? "_blank" : "";
      }}
    >
      {children}
    </Button>
  );
}
