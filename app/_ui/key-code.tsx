import type { ApiKey } from "@/app/_trpc/types";
import classes from "./key-code.module.css";

/** The ends by which a key is recognised. */
export function KeyCode({ of: { head, tail } }: { of: Pick<ApiKey, "head" | "tail"> }) {
  return (
    <code className={classes.code}>
      {head}...{tail}
    </code>
  );
}
