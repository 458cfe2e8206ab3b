/** A file that the browser has. Parts are read when they are needed. */
export type Sliced = Pick<File, "name" | "size" | "slice">;

/** Small enough that reading its records doesn't hold up the page. */
const SLICE_BYTES = 262_144;

/** The file has changed since it was chosen, or can't be read any more. */
export class FileChanged extends Error {}

/** The bytes of a file, part by part. Throws FileChanged. */
export async function* partsOf(file: Sliced): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    const slice = file.slice(from, from + SLICE_BYTES);
    const bytes = await slice.arrayBuffer().catch(() => {
      throw new FileChanged("The file has changed or can't be read.");
    });
    yield new Uint8Array(bytes);
  }
}
