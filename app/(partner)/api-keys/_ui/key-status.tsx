"use client";

import type { ApiKey } from "@/app/_trpc/types";
import { Person } from "@/app/_ui/person";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import classes from "./key-status.module.css";

/** Where a key stands in its life, and what comes next or came last. */
export function KeyStatus({ of: key }: { of: ApiKey }) {
  switch (key.state) {
    case "retiring":
      return (
        <>
          <Status tone="warn" label="Retiring" />
          <Note word="revoked" at={key.revokedAt} />
        </>
      );
    case "revoked":
      return (
        <>
          <Status tone="idle" label="Revoked" />
          <Note word="" at={key.revokedAt} />
          {key.revokedBy && <Person name={key.revokedBy} />}
        </>
      );
    case "expired":
      return (
        <>
          <Status tone="idle" label="Expired" />
          <Note word="" at={key.expiresAt} />
        </>
      );
    default:
      return (
        <>
          <Status tone="good" label="Active" />
          <Note word="expires" at={key.expiresAt} />
        </>
      );
  }
}

function Note(props: { word: string; at: string | null }) {
  if (!props.at) return null;
  return (
    <span className={classes.note}>
      {props.word} <RelativeTime at={props.at} />
    </span>
  );
}
