import { emptyArrayHint } from "../core/kernel/checked";
import { fail } from "../core/kernel/errors";
import { inexactness } from "../core/values/exact-json";

const MAX_DEPTH = 8;
const MAX_VALUES = 1_000;

/**
 * Parses a body as a JSON object. Refuses duplicate names, numbers that a double cannot hold, and
 * objects beyond the bounds. Throws `invalid_request` and, for `__proto__`, `validation_failed`.
 */
export function parseJsonObject(text: string): object {
  const json = parse(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    const message = `The body must be a JSON object.${emptyArrayHint("an object", json)}`;
    fail("invalid_request", { message });
  }
  assertWithinBounds(json);
  const fault = inexactness(text);
  if (fault !== null) fail("invalid_request", { message: fault });
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail("invalid_request", { message: "The body is not valid JSON." });
  }
}

// Level by level rather than recursively, because the depth is not known yet.
function assertWithinBounds(json: object): void {
  let level: Place[] = [{ path: [], node: json }];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      fail("invalid_request", {
        message: `The body is nested more than ${MAX_DEPTH} levels deep.`,
      });
    }
    const fields = level.flatMap(({ path, node }) =>
      Object.entries(node).map(([name, value]) => ({ path: [...path, name], name, node: value })),
    );
    values += fields.length;
    if (values > MAX_VALUES) {
      fail("invalid_request", { message: `The body has more than ${MAX_VALUES} values.` });
    }
    const proto = fields.find(({ name }) => name === "__proto__");
    if (proto) {
      const path = proto.path.map((part) => part.slice(0, 80)).join(".");
      const issue = { path, message: "Not allowed as a name." };
      fail("validation_failed", { message: issue.message, details: { issues: [issue] } });
    }
    level = fields.filter(isPlace);
  }
}

/** An object or a list, and its path. */
type Place = { path: string[]; node: object };

function isPlace<T extends { node: unknown }>(field: T): field is T & { node: object } {
  return typeof field.node === "object" && field.node !== null;
}
