import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { packLines } from "@/server/core/imports/parts";
import type { ImportKind } from "@/server/core/imports/schema";
import { createUpload } from "./upload";
import { addUpload } from "./uploads";

export type Starting = {
  kind: ImportKind;
  partner: string | null;
  file: File;
  fileHash: string;
  known: readonly string[];
};

const MAX_NAME = 255;

/** Begins or resumes the import of a file, and its upload in this tab; returns its ID. */
export function useStart(): (starting: Starting) => Promise<string> {
  const client = useTRPCClient();
  return async ({ kind, partner, file, fileHash, known }) => {
    const fileName = file.name.replace(/\p{C}/gu, "").trim().slice(-MAX_NAME);
    const of = { kind, partner, fileHash, ...(fileName !== "" && { fileName }) };
    const { runId } = await client.imports.begin.mutate(of);
    const upload = createUpload(
      { runId, kind, file, known },
      {
        write: (part) => client.imports.write.mutate({ ...part, runId, kind, partner }),
        progress: async () => {
          const { linesDone, finishedAt } = await client.imports.get.query({ runId });
          return { linesDone, isOver: finishedAt !== null };
        },
        finish: () => client.imports.finish.mutate({ runId }),
        failureOf,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
    );
    addUpload(upload);
    return runId;
  };
}

/** The rows of a file that are sent to be checked. */
export function previewOf(sample: readonly { line: number; record: unknown }[], bytes: number) {
  for (let count = sample.length; ; count = Math.floor(count / 2)) {
    const lines = packLines(sample.slice(0, count));
    if (count === 0 || JSON.stringify(lines).length * 3 <= bytes) return lines;
  }
}
