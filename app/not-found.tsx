import type { Metadata } from "next";
import { FrontPage } from "@/app/_ui/layout/front-page";
import classes from "@/app/_ui/layout/front-page.module.css";

export const metadata: Metadata = { title: "Not found" };

/** Without Mantine, as it is part of every page, and the documentation doesn't load Mantine. */
export default function NotFound() {
  return (
    <FrontPage>
      <div className={classes.message}>
        <h1>Page not found</h1>
        <p>The page may have been moved or deleted.</p>
        <a href="/">Go to dashboard</a>
      </div>
    </FrontPage>
  );
}
