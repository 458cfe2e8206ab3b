import type { ApiKey } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import table from "@/app/_ui/table/table.module.css";

type Standing = { tone: Tone; label: string; word: string; ends: "revokedAt" | "expiresAt" };

const STANDINGS: Record<ApiKey["state"], Standing> = {
  active: { tone: "good", label: "Active", word: "expires", ends: "expiresAt" },
  retiring: { tone: "warn", label: "Revoking soon", word: "revoked", ends: "revokedAt" },
  revoked: { tone: "idle", label: "Revoked", word: "", ends: "revokedAt" },
  expired: { tone: "idle", label: "Expired", word: "", ends: "expiresAt" },
};

type Shown = Pick<ApiKey, "state" | "expiresAt" | "revokedAt" | "revokedBy"> & {
  /** Keys of the platform have none. */
  leakedAt?: string | null;
};

const LEAKED: Standing = { tone: "bad", label: "Leaked", word: "expires", ends: "expiresAt" };

/** A key's status, with the next or the last change to it. */
export function KeyStatus({ of: key }: { of: Shown }) {
  const { tone, label, word, ends } =
    key.leakedAt && key.state === "active" ? LEAKED : STANDINGS[key.state];
  const at = key[ends];
  const by = key.state === "revoked" ? key.revokedBy : null;
  return (
    <>
      <Status tone={tone} label={label} />
      {at && (
        <span className={table.note} title={by ?? undefined}>
          {word} <RelativeTime at={at} />
          {by && ` by ${by}`}
        </span>
      )}
    </>
  );
}
