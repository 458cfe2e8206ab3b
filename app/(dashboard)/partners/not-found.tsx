import { SessionData } from "@/app/_ui/layout/session-data";
import { UnknownPartner } from "@/app/_ui/layout/unknown-partner";

/** Replaces the layout of an unknown partner, so it has a shell of its own. */
export default function NotFound() {
  return (
    <SessionData>
      <UnknownPartner />
    </SessionData>
  );
}
