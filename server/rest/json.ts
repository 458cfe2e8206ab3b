import { emptyArrayHint } from "../core/kernel/checked";
import { fail, refuse } from "../core/kernel/errors";
import { inexactness } from "../core/values/exact-json";
import { USUAL_BODY } from "./body-limits";

const MAX_DEPTH = 8;

/**
 * Parses a body as a JSON object. Refuses duplicate names, numbers that a double cannot hold, and
 * objects beyond the bounds. Throws `invalid_request` and, for `__proto__`, `validation_failed`.
 */
export function parseJsonObject(text: string, maxValues = USUAL_BODY.values): object {
  const json = parse(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    const message = `The body must be a JSON object.${emptyArrayHint("an object", json)}`;
    fail("invalid_request", { message });
  }
  assertWithinBounds(json, maxValues);
  // What is written again as it was read has lost nothing: most bodies are as JSON.stringify() would
  // write them, which costs a fraction of looking for what was lost.
  const fault = JSON.stringify(json) === text ? null : inexactness(text);
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

/** An object or a list, and where it is. */
type Place = { node: object; name: string; above: Place | null };

// Level by level rather than recursively, because the depth is not known yet.
function assertWithinBounds(json: object, maxValues: number): void {
  let level: Place[] = [{ node: json, name: "", above: null }];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      fail("invalid_request", {
        message: `The body is nested more than ${MAX_DEPTH} levels deep.`,
      });
    }
    const next: Place[] = [];
    for (const place of level) {
      const fields = place.node as Record<string, unknown>;
      for (const name of Object.keys(fields)) {
        const node = fields[name];
        values++;
        if (name === "__proto__") refuseName(place, name);
        if (typeof node === "object" && node !== null) next.push({ node, name, above: place });
      }
    }
    if (values > maxValues) {
      fail("invalid_request", { message: `The body has more than ${maxValues} values.` });
    }
    level = next;
  }
}

function refuseName(place: Place, name: string): never {
  const names = [name];
  for (let at: Place | null = place; at?.above; at = at.above) names.unshift(at.name);
  const path = names.map((part) => part.slice(0, 80)).join(".");
  return refuse({ path, message: "Not allowed as a name." });
}
