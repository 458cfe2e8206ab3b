import { createHash, randomUUID } from "node:crypto";
import { operate, type Row } from "./callers";

const PREVIEW = {
  kind: "products",
  partner: null,
  lines: { shapes: [["code"]], rows: [[1, 0, "x"]] },
};

/** The procedures of imports, for operators. The run is not finished. */
export function importRows(of: { runId: () => string }): Record<string, Row> {
  const run = () => ({ runId: of.runId() });
  const fileHash = () => createHash("sha256").update(randomUUID()).digest("hex");
  const lines = { shapes: [], rows: [] };
  const next = { afterLine: 2, throughLine: 2, unreadable: [], lines };
  return {
    "imports.list": operate(() => ({})),
    "imports.get": operate(run),
    "imports.rejections": operate(run),
    "imports.columns": operate(() => undefined),
    "imports.preview": operate(() => PREVIEW),
    "imports.write": operate(() => ({
      ...{ ...run(), kind: "charges", partner: null },
      ...next,
    })),
    "imports.find": operate(() => ({
      kind: "charges",
      partner: null,
      fileHash: fileHash(),
    })),
    "imports.begin": operate(() => ({
      kind: "products",
      partner: null,
      fileHash: fileHash(),
    })),
    "imports.cancel": operate(run),
    "imports.finish": operate(run),
  };
}
