// Compresses the build's static files once, for the server to send. JavaScript, like the scripts
// that run it.
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

/** Text formats. Fonts and images are already compressed. */
const TEXTS = new Set([".css", ".js", ".json", ".svg", ".ts", ".txt"]);
/** Compressing a smaller file saves no packet. */
const MIN_BYTES = 1_024;
const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Writes `<path>.br` and `<path>.gzip` into `.next/encoded` for each static file of the build and
 * of `public`, named by the path under which it is served.
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
        // Default levels: Brotli's is its highest, 11; gzip's is hardly worse than its highest, 9.
        writeFileSync(`${to}.${encoding}`, await encode(text));
      }
    }),
  );
}
