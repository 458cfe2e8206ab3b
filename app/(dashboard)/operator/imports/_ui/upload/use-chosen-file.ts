import { useEffect, useState } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { isDomainError } from "@/server/core/kernel/errors";
import { type CheckedFile, checkFile } from "./check-file";
import { FileChanged } from "./file-parts";

export type ChosenFile =
  | { status: "none" }
  | { status: "reading"; share: number }
  | { status: "unusable"; message: string }
  | { status: "ready"; checked: CheckedFile };

/** Reads the chosen file once, whenever it or the columns that it may have change. */
export function useChosenFile(file: File | null, known: readonly string[]): ChosenFile {
  const [state, setState] = useState<ChosenFile>({ status: "none" });
  useEffect(() => {
    if (file === null) {
      setState({ status: "none" });
      return;
    }
    const control = new AbortController();
    const { signal } = control;
    const onProgress = (share: number) => setState({ status: "reading", share });
    const show = (next: ChosenFile) => signal.aborted || setState(next);
    onProgress(0);
    checkFile(file, { known, onProgress, signal }).then(
      (checked) => show({ status: "ready", checked }),
      (error: unknown) => show({ status: "unusable", message: messageOf(error) }),
    );
    return () => control.abort();
  }, [file, known]);
  return state;
}

function messageOf(error: unknown): string {
  if (isDomainError(error)) return error.message;
  if (error instanceof FileChanged) return `${error.message} Choose it again.`;
  return failureOf(error).message;
}
