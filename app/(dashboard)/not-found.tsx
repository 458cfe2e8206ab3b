import { SessionData } from "@/app/_ui/layout/session-data";
import { UnknownPage } from "@/app/_ui/layout/unknown-page";

/** Replaces the layout of a page that is not the user's, so it has a shell of its own. */
export default function NotFound() {
  return (
    <SessionData>
      <UnknownPage />
    </SessionData>
  );
}
