import type PDFDocument from "pdfkit";
import type { Breathe } from "./breathe";
import { type Fonts, type Outline, outlineOf, type Weight } from "./fonts";
import { linesOf, visual, type Word } from "./words";

export type Style = { size: number; weight?: Weight; color?: string };
type Place = { x: number; y: number; width: number; align?: "left" | "right" };

const LINE_HEIGHT = 1.4;
/** The outlines are of the thinnest weight: a stroke makes them as heavy as the text beside them. */
const STROKE: Record<Weight, number> = { regular: 0.045, bold: 0.08 };
const INK = "#111111";
/** What no font has. */
const REPLACEMENT = "\ufffd";

/** What the embedded fonts don't have is drawn as outlines; what no font has, as a replacement. */
function createGlyphs(fonts: Fonts, breathe: Breathe) {
  const outlines = new Map<string, Outline>();
  const missing = new Set<string>();
  return {
    hasMissing: () => missing.size > 0,
    /** Looks up the characters of a text. All that is written must have been prepared. */
    async prepare(text: string): Promise<void> {
      for (const character of new Set(text)) {
        const codePoint = character.codePointAt(0) ?? 0;
        const isKnown = outlines.has(character) || missing.has(character) || /\s/.test(character);
        if (isKnown || fonts.has(codePoint)) continue;
        await breathe();
        const outline = await outlineOf(codePoint);
        if (outline) outlines.set(character, outline);
        else missing.add(character);
      }
    },
    /** Pieces of a word: an outline, or text in the embedded fonts. */
    piecesOf(word: string): (string | Outline)[] {
      if (outlines.size === 0 && missing.size === 0) return [word];
      const pieces: (string | Outline)[] = [];
      for (const character of word) {
        const outline = outlines.get(character);
        const last = pieces.at(-1);
        const text = missing.has(character) ? REPLACEMENT : character;
        if (outline) pieces.push(outline);
        else if (typeof last === "string") pieces[pieces.length - 1] = last + text;
        else pieces.push(text);
      }
      return pieces;
    },
  };
}

type Doc = typeof PDFDocument.prototype;

/** Measures text. */
function createRuler(doc: Doc, piecesOf: (word: string) => (string | Outline)[]) {
  /** The widths of words in size 1, by weight. */
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const widthOf = (piece: string | Outline): number =>
    typeof piece === "string" ? doc.widthOfString(piece) : piece.advance;

  /** The width of a text in one line. */
  function measure(text: string, { size, weight = "regular" }: Style): number {
    const known = widths[weight].get(text);
    if (known !== undefined) return known * size;
    doc.font(weight).fontSize(1);
    const width = piecesOf(text).reduce((sum, piece) => sum + widthOf(piece), 0);
    widths[weight].set(text, width);
    return width * size;
  }

  const broken = (text: string, style: Style, width: number) =>
    linesOf(text, { width, measure: (word) => measure(word, style) });

  const heightOf = (text: string, style: Style, width: number): number =>
    broken(text, style, width).length * style.size * LINE_HEIGHT;
  return { measure, broken, heightOf };
}

/** Draws an outline with its left end at a point on the line. */
function drawOutline(doc: Doc, outline: Outline, { x, y }: { x: number; y: number }, style: Style) {
  const { size, weight = "regular", color = INK } = style;
  const scale = size / outline.unitsPerEm;
  doc
    .save()
    .translate(x, y)
    .scale(scale, -scale)
    .lineWidth(STROKE[weight] * outline.unitsPerEm)
    .lineJoin("round")
    .path(outline.path)
    .fillAndStroke(color, color)
    .restore();
}

/** Writes text into a document. */
export function createWriter(doc: Doc, { fonts, breathe }: { fonts: Fonts; breathe: Breathe }) {
  const { prepare, hasMissing, piecesOf } = createGlyphs(fonts, breathe);
  const { measure, broken, heightOf } = createRuler(doc, piecesOf);

  function drawWord(word: string, { x, y }: { x: number; y: number }, style: Style): number {
    const { size, weight = "regular", color = INK } = style;
    let left = x;
    for (const piece of piecesOf(word)) {
      if (typeof piece !== "string") {
        drawOutline(doc, piece, { x: left, y }, style);
        left += piece.advance * size;
        continue;
      }
      const width = measure(piece, style);
      doc.font(weight).fontSize(size).fillColor(color);
      doc.text(piece, left, y, { lineBreak: false, baseline: "alphabetic" });
      left += width;
    }
    return left;
  }

  function drawLine(line: Word[], { x, y, width, align }: Place, style: Style): void {
    const space = measure(" ", style);
    const words = visual(line);
    const gap = (word: Word, index: number) => (index > 0 && word.isSpaced ? space : 0);
    const sum = words.reduce(
      (all, word, index) => all + gap(word, index) + measure(word.text, style),
      0,
    );
    let left = align === "right" ? x + width - sum : x;
    for (const [index, word] of words.entries()) {
      left = drawWord(word.text, { x: left + gap(word, index), y }, style);
    }
  }

  /** Draws a text below `y`, and returns its end. */
  function draw(text: string, place: Place, style: Style): number {
    let y = place.y;
    for (const line of broken(text, style, place.width)) {
      drawLine(line, { ...place, y: y + style.size * 1.05 }, style);
      y += style.size * LINE_HEIGHT;
    }
    return y;
  }

  return { prepare, measure, heightOf, draw, hasMissing, breathe };
}

export type Writer = ReturnType<typeof createWriter>;
