"use client";

import { useLayoutEffect } from "react";
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
  return (
    <FrontPage>
      <div className={classes.message} role="alert">
        <h1>Something went wrong</h1>
        <p>
          Please try again. If the problem persists, contact support.
          {error.digest && ` Error reference: ${error.digest}`}
        </p>
        {/* Reloads the whole page, because the failure may have been on the server. */}
        <button type="button" onClick={() => window.location.reload()}>
          Try again
        </button>
      </div>
    </FrontPage>
  );
}
