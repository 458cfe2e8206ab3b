import type PDFDocument from "pdfkit";
import type { Writer } from "./writer";

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = 50;
export const WIDTH = PAGE.width - 2 * LEFT;
const TOP = 48;
/** The end of the content; the foot is below it. */
export const BOTTOM = PAGE.height - 72;

export const MAIN = { size: 9 } as const;
export const SMALL = { size: 7.5 } as const;
export const DIM = "#555555";

/** A document of which pages are added as they fill. */
export type Sheet = {
  doc: typeof PDFDocument.prototype;
  writer: Writer;
  top: number;
  /** Returns where the content of the new page begins. */
  addPage(): number;
};

export function sheetOf(doc: Sheet["doc"], writer: Writer): Sheet {
  return {
    doc,
    writer,
    top: TOP,
    addPage: () => {
      doc.addPage();
      return TOP;
    },
  };
}
