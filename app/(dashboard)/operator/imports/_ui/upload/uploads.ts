import { useSyncExternalStore } from "react";
import { onSessionEnd } from "@/app/_trpc/session-end";
import { warnOfLeaving } from "@/app/_ui/load/leave-warning";
import type { Upload, UploadState } from "./upload";

// Uploads go on while the user looks at other pages of this tab.
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

// One that has stopped loses nothing: it may be over, and otherwise its file can be chosen again.
const isUnderWay = (upload: Upload) => !["done", "stopped"].includes(upload.state().status);

function changed(): void {
  warnOfLeaving(uploads, [...uploads.values()].some(isUnderWay));
  for (const listener of listeners) listener();
}

/** Adds the upload of an import to this tab. */
export function addUpload(upload: Upload): void {
  uploads.get(upload.runId)?.leave();
  uploads.set(upload.runId, upload);
  upload.subscribe(changed);
  changed();
}

export function removeUpload(runId: string): void {
  uploads.get(runId)?.leave();
  uploads.delete(runId);
  changed();
}

// The browser would ask whether to leave, and staying is of no use: every call leads to the sign-in.
onSessionEnd(() => {
  for (const upload of uploads.values()) upload.leave();
  uploads.clear();
  changed();
});

const NONE: Upload | undefined = undefined;

/** The upload of an import in this tab, and its state. */
export function useUpload(runId: string): { upload: Upload; state: UploadState } | null {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const upload = useSyncExternalStore(
    subscribe,
    () => uploads.get(runId),
    () => NONE,
  );
  const state = useSyncExternalStore(
    subscribe,
    () => uploads.get(runId)?.state(),
    () => undefined,
  );
  return upload && state ? { upload, state } : null;
}
