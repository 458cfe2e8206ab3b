// Compresses what the build made, once, so that the server has it ready. JavaScript, as what runs it is.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** What is text. Fonts and pictures are compressed by themselves. */
const TEXTS = new Set([".css", ".js", ".json", ".svg", ".ts", ".txt"]);
/** Below it a compressed file saves no packet. */
const MIN_BYTES = 1_024;
const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Writes `<path>.br` and `<path>.gzip` into `.next/encoded` for each file that is served as it lies, by
 * the path under which it is served: those of the build, and those in `public`.
 */
export async function encodeStaticFiles(root) {
  const target = join(root, ".next/encoded");
  rmSync(target, { recursive: true, force: true });
  const sources = [
    [join(root, ".next/static"), "_next/static"],
    [join(root, "public"), ""],
  ];
  const present = sources.filter(([folder]) => existsSync(folder));
  const files = present.flatMap(([folder, path]) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => TEXTS.has(extname(name)) && statSync(join(folder, name)).size >= MIN_BYTES)
      .map((name) => ({ file: join(folder, name), to: join(target, path, name) })),
  );
  await Promise.all(
    files.map(async ({ file, to }) => {
      mkdirSync(dirname(to), { recursive: true });
      const text = readFileSync(file);
      for (const [encoding, encode] of Object.entries(ENCODINGS)) {
        // At their best by default: Brotli at 11, gzip at a level that 9 hardly betters.
        writeFileSync(`${to}.${encoding}`, await encode(text));
      }
    }),
  );
}
