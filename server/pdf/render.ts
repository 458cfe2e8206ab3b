import { createFairQueue } from "../auth/fair-queue";
import { fail } from "../core/kernel/errors";
import type { Statement } from "../core/transfers/statement-schema";
import { createBreathing } from "./breathe";
import { loadFonts } from "./fonts";
import { sheetOf } from "./sheet";
import { drawStatement, titleOf } from "./statement";
import { createWriter } from "./writer";

/** One at a time, so that the API goes first, with turns between partners. */
const admit = createFairQueue({ atOnce: 1, perClient: 4, total: 100 });

/**
 * A statement as PDF. `client` is whoever waits for it: a partner's ID, or null for operators. Throws
 * `unavailable` if too many wait already.
 */
export async function renderStatement(
  statement: Statement,
  { client }: { client: string | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const done = await admit(client, (inTurn) => inTurn(() => render(statement)));
  return done === null ? fail("unavailable") : done.result;
}

async function render(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const fonts = await loadFonts();
  const breathe = createBreathing();
  const { number, issuer, issuedAt } = statement;
  const doc = new PDFDocument({
    size: "A4",
    // The content decides where pages end.
    margin: 0,
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    // Helvetica would be read from a file that bundles don't have.
    font: null as unknown as string,
    info: {
      Title: `${titleOf(statement)} ${number}`,
      Author: issuer?.name ?? "",
      CreationDate: issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once("end", resolve).once("error", reject);
  });
  for (const [weight, data] of Object.entries(fonts.data)) doc.registerFont(weight, data);
  const writer = createWriter(doc, { fonts, breathe });
  for (const text of textsOf(statement)) {
    await breathe();
    await writer.prepare(text);
  }
  await drawStatement(sheetOf(doc, writer), statement);
  await breathe();
  doc.end();
  await ended;
  await breathe();
  return new Uint8Array(Buffer.concat(chunks));
}

/** The texts that people have entered. All others are English. */
function textsOf({ number, issuer, recipient, lines, taxNote, reference }: Statement): string[] {
  const products = lines.map(({ product }) => product?.name ?? "").join("");
  const parties = [issuer, recipient].map((party) => JSON.stringify(party));
  return [number, reference ?? "", taxNote ?? "", ...parties, products];
}
