import { statementCsv } from "../core/transfers/statement-csv";
import { statementFileName } from "../core/transfers/statement-file";
import type { Statement } from "../core/transfers/statement-schema";
import type { FileType } from "./file-type";

/** A statement as a spreadsheet's lines, and as a document. */
export const STATEMENT_FILES: readonly FileType<Statement>[] = [
  {
    mediaType: "text/csv",
    contentType: "text/csv; charset=utf-8; header=present",
    isText: true,
    render: (statement) => ({
      name: statementFileName(statement, "csv"),
      content: statementCsv(statement),
    }),
  },
  {
    mediaType: "application/pdf",
    isText: false,
    render: async (statement, { partnerId }) => {
      // Few processes ever draw one: fonts and their library take 8 MB.
      const { renderStatement } = await import("../pdf/render");
      const content = await renderStatement(statement, { client: partnerId });
      return { name: statementFileName(statement, "pdf"), content };
    },
  },
];
