import { Button, CloseButton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { release } from "@/app/_trpc/release";
import classes from "./connection-banner.module.css";

const none = () => null;

/**
 * Tells that the server has a new release, or that a part of the page could not be loaded. Nothing
 * reloads by itself, because the user may have typed something; what was typed is kept.
 */
export function ReleaseBanner() {
  const notice = useSyncExternalStore(release.subscribe, release.notice, none);
  return (
    <div role="alert" className={classes.region}>
      {notice && (
        <div className={classes.banner}>
          {notice === "outdated" ? <Outdated /> : <MissingPart />}
          <CloseButton size="sm" aria-label="Dismiss" onClick={release.dismiss} />
        </div>
      )}
    </div>
  );
}

function Outdated() {
  return (
    <>
      <span>A new version is available.</span>
      <Button size="compact-sm" onClick={release.reload}>
        Reload
      </Button>
    </>
  );
}

/** Asks the server for its release, which may be why the part is missing. */
function MissingPart() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.session.whoAmI.queryOptions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the notice appears.
  useEffect(() => void queryClient.refetchQueries({ queryKey }), []);
  return <span>Couldn&apos;t load part of this page. Check your connection and try again.</span>;
}
