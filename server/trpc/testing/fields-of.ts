/** Records whose keys are data. */
const RECORDS = /(^|\.)(branding|metadata|detail|problems|data\.data|event\.data)$/;

/** The paths of all fields of a response, sorted; items of an array share theirs. */
export function fieldsOf(answer: unknown): string[] {
  return [...new Set(pathsOf(answer, ""))].sort();
}

function pathsOf(value: unknown, path: string): string[] {
  if (value === undefined) return path === "" ? [] : [path];
  if (Array.isArray(value))
    return value.length > 0 ? value.flatMap((item) => pathsOf(item, path)) : [path];
  if (value === null || typeof value !== "object" || value instanceof Date || RECORDS.test(path))
    return [path];
  return Object.entries(value).flatMap(([name, item]) =>
    pathsOf(item, path === "" ? name : `${path}.${name}`),
  );
}
