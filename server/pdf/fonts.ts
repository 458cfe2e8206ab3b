import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import { packageFile } from "./package-file";

export type Weight = "regular" | "bold";

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. The names are those in a document. */
const FILES: Record<Weight, string> = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
};

export type Fonts = {
  data: Record<Weight, Buffer>;
  /** Whether these fonts have the character. */
  has(codePoint: number): boolean;
};

let fonts: Promise<Fonts> | undefined;

/** The fonts that are embedded in a document, read once in a process. */
export function loadFonts(): Promise<Fonts> {
  fonts ??= read();
  fonts.catch(() => {
    fonts = undefined;
  });
  return fonts;
}

async function read(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([
    readFile(packageFile(FILES.regular)),
    readFile(packageFile(FILES.bold)),
  ]);
  const font = opened(regular);
  return { data: { regular, bold }, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

function opened(data: Buffer): Font {
  const font = create(data);
  if ("fonts" in font) throw new Error("a collection of fonts");
  return font;
}

/** A character of another font, as its outline. */
export type Outline = { path: string; unitsPerEm: number; advance: number };

/** Chinese and Japanese, then Korean. Each package has the font in about a hundred parts. */
const FAMILIES = ["noto-sans-sc", "noto-sans-kr"];
const FOLDER = "@fontsource-variable";

type Part = { file: string; ranges: (readonly [from: number, to: number])[] };
let parts: Promise<Part[]> | undefined;
const open = new Map<string, Font>();
/** A part takes about a megabyte. */
const MAX_OPEN = 20;

/** The outline of a character that the embedded fonts don't have; null if no font here has it. */
export async function outlineOf(codePoint: number): Promise<Outline | null> {
  parts ??= readParts();
  const claiming = (await parts).filter(({ ranges }) =>
    ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
  );
  // A part may lack characters of its ranges, for example Korean ones in a Chinese font.
  for (const { file } of claiming) {
    const font = await partAt(file);
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    const glyph = font.glyphForCodePoint(codePoint);
    const { unitsPerEm } = font;
    return { path: glyph.path.toSVG(), unitsPerEm, advance: glyph.advanceWidth / unitsPerEm };
  }
  return null;
}

async function partAt(file: string): Promise<Font> {
  const font = open.get(file) ?? opened(await readFile(file));
  open.delete(file);
  open.set(file, font);
  for (const oldest of open.keys()) if (open.size > MAX_OPEN) open.delete(oldest);
  return font;
}

async function readParts(): Promise<Part[]> {
  const all: Part[] = [];
  for (const family of FAMILIES) {
    const index = packageFile(`${FOLDER}/${family}/unicode.json`);
    const subsets: Record<string, string> = JSON.parse(await readFile(index, "utf8"));
    for (const [name, ranges] of Object.entries(subsets)) {
      const part = name.replace(/[[\]]/g, "");
      const file = packageFile(`${FOLDER}/${family}/files/${family}-${part}-wght-normal.woff2`);
      all.push({ file, ranges: ranges.split(",").map(rangeOf) });
    }
  }
  return all;
}

/** `U+4e00-4e10`, or one character. */
function rangeOf(text: string): readonly [number, number] {
  const [from = "", to = from] = text.replace(/^U\+/i, "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
