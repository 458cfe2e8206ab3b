import type { Endpoint } from "@/server/rest/endpoint";

/**
 * Values of example bodies that would be refused for another partner, or when sent twice. A name in
 * braces is a field of the first row of the endpoint's list or, if the path has no parameter, a new
 * ID chosen by the reader.
 */
const OWN_VALUES: Record<string, Record<string, string>> = {
  createAccount: { email: "{customer}@example.com", external_id: "{customer}" },
  createPartner: { code: "{code}", owner_email: "ann@{code}.example" },
  setPrice: { amount: "{amount}" },
};

/**
 * A call of an endpoint. In its URL and body, names in braces stand for the reader's own values.
 */
export type Call = {
  url: string;
  method: string;
  isWrite: boolean;
  body: object | undefined;
  /** The strings of the body that have names in braces; braces in others are part of the value. */
  templates: ReadonlySet<unknown>;
  /**
   * The list whose first row has the values that the call needs; null if it needs none. Its URL may
   * have the name of the parent's value.
   */
  list: string | null;
  /** For a path with two parameters: the list whose first row has the first one. */
  parent: { list: string; name: string; field: string } | null;
  own: Value[];
  /**
   * The existing thing that the call changes: the reader names it in this environment variable, so
   * that a sample that is only tried out changes nothing. Null for all other calls.
   */
  changed: Changed | null;
};

/** The name of a value in the URL, and the variable that the reader sets to it. */
export type Changed = { name: string; variable: string };

/** A value of the reader's own: its name, and the field of the list's first row that has it. */
type Value = { name: string; field: string; isNumber: boolean };

/** How a language writes an interpolated string, and a single value. */
export type Writer = { text(parts: string[]): string; value(name: string): string };

const MADE_UP: Record<string, { prefix: string; comment: string }> = {
  customer: { prefix: "crm", comment: "Your own ID for the customer." },
  code: { prefix: "partner", comment: "Your own code for the partner." },
};

/** How an ID begins that the sample makes up, and the comment beside it. */
export function madeUp(name: string): { prefix: string; comment: string } {
  const own = MADE_UP[name];
  if (!own) throw new Error(`samples do not make up a ${name}`);
  return own;
}

/** The call of an endpoint, with the values of its example. */
export function callOf(endpoint: Endpoint, baseUrl: string): Call {
  const { id, method, isWrite, path, bodyExample } = endpoint;
  const example = endpoint.example as Record<string, unknown>;
  const ownValues = ownValuesOf(id);
  const body = bodyExample && { ...bodyExample, ...ownValues };
  const places = [...path.matchAll(/\/\{(\w+)\}/g)];
  const [first] = places;
  const changed = changedBy(endpoint);
  const listOf = (place: (typeof places)[number] | undefined) =>
    place ? baseUrl + listUrl(path.slice(0, place.index)) : null;
  const parentList = places.length > 1 ? listOf(first) : null;
  const parentName = first?.[1] ?? "";
  const parent = parentList && { list: parentList, name: parentName, field: fieldOf(parentName) };
  const names = `${path}${JSON.stringify(ownValues)}`.matchAll(/\{(\w+)\}/g);
  return {
    url: baseUrl + path + queryOf(endpoint),
    method,
    isWrite,
    body,
    templates: new Set(Object.values(ownValues)),
    list: changed ? null : listOf(places.at(-1)),
    parent: parent || null,
    own: [...new Set([...names].map(([, name = ""]) => name))]
      .filter((name) => !parent || name !== parent.name)
      .map((name) => ({
        name,
        field: fieldOf(name),
        isNumber: typeof example[name] === "number",
      }))
      .filter(({ name }) => name !== changed?.name),
    changed,
  };
}

/** A month that has begun is refused, so the sample names the next one. */
function ownValuesOf(id: string): Record<string, string> {
  if (id !== "createTerm") return OWN_VALUES[id] ?? {};
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  return { from_month: next.toISOString().slice(0, 7) };
}

/** These change nothing for others: one sends the price again that is set. */
const HARMLESS = new Set(["setPrice"]);

/** A path with two parameters is about one attempt of a delivery. */
function changedBy({ id, method, path }: Endpoint): Changed | null {
  if (method === "GET" || HARMLESS.has(id)) return null;
  const [place, ...more] = [...path.matchAll(/\/(\w+)s\/\{(\w+)\}/g)];
  if (!place || more.length > 0) return null;
  const [, thing = "", name = ""] = place;
  return { name, variable: `${thing}_${fieldOf(name)}`.toUpperCase() };
}

/** The list of scopes has no pages. */
const listUrl = (path: string) => (path === "/scopes" ? path : `${path}?limit=1`);

/** The field of a row that a path's parameter names: partners are named by their code. */
const fieldOf = (parameter: string) => (parameter === "partner" ? "code" : parameter);

/** The query, filled in from the example response. */
function queryOf({ example, query, isPaged }: Endpoint): string {
  const values = example as Record<string, unknown>;
  const search = new URLSearchParams();
  for (const name of Object.keys(query?.shape ?? {})) {
    if (typeof values[name] === "string") search.set(name, values[name]);
  }
  if (isPaged) search.set("limit", "25");
  return search.size > 0 ? `?${search}` : "";
}

/** A text with names in braces, in the syntax of the language. */
export function written(template: string, { text, value }: Writer): string {
  const alone = /^\{(\w+)\}$/.exec(template)?.[1];
  if (alone !== undefined) return value(alone);
  return text(template.split(/\{(\w+)\}/));
}

/** How a language reads the value with this name from the first row of its list. */
export function rowOf(
  { parent, own }: Pick<Call, "parent" | "own">,
  read: (field: string) => string,
): (name: string) => string {
  return (name) => {
    if (parent && name === parent.name) return `parent${read(parent.field)}`;
    return `first${read(own.find((value) => value.name === name)?.field ?? name)}`;
  };
}
