"use client";

import { useLayoutEffect } from "react";
import { release } from "@/app/_trpc/release";
import { FrontPage } from "@/app/_ui/layout/front-page";
import classes from "@/app/_ui/layout/front-page.module.css";
import { followColorScheme } from "@/app/_ui/layout/head-script";

type Props = { error: Error & { digest?: string } };

/**
 * Replaces a page that failed. The server's log has the error under the reference. Without Mantine,
 * as it is part of every page, and the documentation doesn't load Mantine.
 */
export default function PageError({ error }: Props) {
  // If the page failed on the server, Next sends a document without the head's script.
  useLayoutEffect(followColorScheme, []);
  // The bundler's name for a script of this release that no server has any more.
  const isOutdated = release.isOutdated() || error.name === "ChunkLoadError";
  return (
    <FrontPage>
      <div className={classes.message} role="alert">
        {isOutdated ? (
          <h1>A new version is available</h1>
        ) : (
          <>
            <h1>Something went wrong</h1>
            <p>
              Please try again. If the problem persists, contact support.
              {error.digest && ` Error reference: ${error.digest}`}
            </p>
          </>
        )}
        {/* Reloads the whole page, because the failure may have been on the server. */}
        <button type="button" onClick={() => window.location.reload()}>
          {isOutdated ? "Reload" : "Try again"}
        </button>
      </div>
    </FrontPage>
  );
}
