type Json = Record<string, unknown>;

/**
 * A document, or a part of it, with what its `$ref`s refer to in their place: the same object in all
 * places. It must not refer to itself in a circle.
 */
export function dereferenced<T extends object>(part: T, document: object = part): T {
  const targets = new Map<string, unknown>();
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref } = node as Json;
    if (typeof $ref === "string") {
      const target = targets.get($ref) ?? resolve(targetOf(document, $ref));
      targets.set($ref, target);
      return target;
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]));
  };
  return resolve(part) as T;
}

/** Resolves a reference such as `#/components/schemas/Account`. Throws if it leads nowhere. */
function targetOf(document: object, $ref: string): unknown {
  const target = $ref
    .split("/")
    .slice(1)
    .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], document);
  if (target === undefined) throw new Error(`The document has no ${$ref}`);
  return target;
}
