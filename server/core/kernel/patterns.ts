/** A LIKE pattern for texts that begin with `text`, with its wildcards escaped. */
export function likePrefix(text: string): string {
  return `${escaped(text)}%`;
}

/** Prisma's filter for texts that contain `text`, in any case: Prisma escapes no wildcards itself. */
export function containing(text: string) {
  return { contains: escaped(text), mode: "insensitive" } as const;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
