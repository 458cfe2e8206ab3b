import fc from "fast-check";
import { newPlaintext } from "../../core/keys/format";
import { badTexts, misfits, type Schema } from "./misfits";

type Parameter = { name?: string; in?: string; schema?: Schema };
type Content = { "application/json": { schema: Schema; example?: object } };
type Operation = {
  "x-required-scope"?: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, unknown>;
};
export type Document = { paths: Record<string, Record<string, Operation>> };

/** A request below the base path, and the statuses that the document allows for it. */
export type Draft = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
  foreseen: string[];
};

/** Working keys, and for each path with a parameter a value of it. */
type Means = { key: string; narrowKey: string; ids: Record<string, string> };

/** Turns a request into one that must be refused, whatever else is already wrong with it. */
type Fault = (draft: Draft) => Draft;

/** Requests that break the document's rules in one to three ways. */
export function badRequests(document: Document, means: Means): fc.Arbitrary<Draft> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const good = goodRequest({ path, method, operation, means });
      const input = inputFaults(operation, means);
      const weighted = [
        ...WAY_FAULTS.map((arbitrary) => ({ weight: 1, arbitrary })),
        ...input.map((arbitrary) => ({ weight: 3, arbitrary })),
      ];
      const faults = fc.array(fc.oneof(...weighted), { minLength: 1, maxLength: 3 });
      const arbitrary = faults.map((all) => all.reduce((draft, fault) => fault(draft), good));
      // Operations with more input are tried more often.
      return { weight: input.length, arbitrary };
    }),
  );
  return fc.oneof(...operations);
}

function goodRequest(of: {
  path: string;
  method: string;
  operation: Operation;
  means: Means;
}): Draft {
  const { path, operation, means } = of;
  const example = operation.requestBody?.content["application/json"].example;
  return {
    method: of.method.toUpperCase(),
    path: path.replace(/\{\w+\}(.*\})?/, means.ids[path] ?? ""),
    query: "",
    headers: {
      authorization: `Bearer ${means.key}`,
      ...(example && { "content-type": "application/json" }),
    },
    body: example ? JSON.stringify(example) : null,
    foreseen: Object.keys(operation.responses),
  };
}

function inputFaults(operation: Operation, means: Means): fc.Arbitrary<Fault>[] {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const content = operation.requestBody?.content["application/json"];
  return [
    unknownParameters,
    ...query.map(wrongParameter),
    ...(operation["x-required-scope"] ? [fc.constant(withKey(means.narrowKey))] : []),
    ...(operation.responses[412] ? [wrongPreconditions] : []),
    ...(content ? [wrongBodies, inexactBodies, wrongTypes, ...wrongFields(content)] : []),
    ...(operation.parameters.some(({ name }) => name === "Idempotency-Key") ? [wrongOnceKeys] : []),
  ];
}

const withHeader =
  (name: string, value: string | null): Fault =>
  (draft) => {
    const { [name]: _, ...others } = draft.headers;
    return { ...draft, headers: value === null ? others : { ...others, [name]: value } };
  };
const withKey = (key: string): Fault => withHeader("authorization", `Bearer ${key}`);
const withBody =
  (body: Draft["body"]): Fault =>
  (draft) => ({ ...draft, body });
const withQuery =
  (...pairs: [string, string][]): Fault =>
  (draft) => ({ ...draft, query: `?${pairs.map((pair) => pair.map(quote).join("=")).join("&")}` });

// encodeURIComponent throws on a lone surrogate, so send U+FFFD and a NUL in its place.
const quote = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd\u0000"));

const headerText = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replaceAll("\u007f", ""));

const wrongPaths: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.string({ maxLength: 40 }).map((text) => `/-${quote(text)}`),
    fc.constantFrom("/%00", "/%ff", "/..%2f..%2f", "//", `/${"x".repeat(5_000)}`, "/a/b/c/d/e"),
  )
  .map((end) => (draft) => ({ ...draft, path: draft.path + end }));

const wrongMethods: fc.Arbitrary<Fault> = fc
  .constantFrom("PURGE", "MKCOL", "PROPFIND", "LIST", "get")
  .map((method) => (draft) => ({ ...draft, method: method === "get" ? "GETX" : method }));

const wrongKeys: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant(withHeader("authorization", null)),
  headerText.map((text) => withHeader("authorization", `Basic ${text}`)),
  headerText.map((text) => withKey(`rsk_${text}`)),
  fc.nat(4).map(() => withKey(newPlaintext())),
);

const WAY_FAULTS = [wrongPaths, wrongMethods, wrongKeys];

const unknownParameters: fc.Arbitrary<Fault> = fc
  .tuple(fc.string(), fc.string())
  .map(([name, value]) => withQuery([`_${name}`, value]));

const wrongCursors = fc.oneof(
  fc.string(),
  fc
    .uint8Array({ maxLength: 60, size: "max" })
    .map((bytes) => Buffer.from(bytes).toString("base64url")),
);

function wrongParameter({ name = "", schema = {} }: Parameter): fc.Arbitrary<Fault> {
  const values = name === "cursor" ? wrongCursors : badTexts(schema);
  return fc.oneof(
    values.map((value) => withQuery([name, value])),
    values.map((value) => withQuery([name, value], [name, value])),
  );
}

const wrongPreconditions: fc.Arbitrary<Fault> = headerText
  .filter((text) => !text.includes("*"))
  .map((text) => withHeader("if-match", `"x${text}`));

const wrongTypes: fc.Arbitrary<Fault> = fc.oneof(
  fc
    .constantFrom("", "text/plain", "application/jsonx", "multipart/form-data", "application")
    .map((type) => withHeader("content-type", type)),
  fc.constantFrom("gzip", "br", "x").map((coding) => withHeader("content-encoding", coding)),
);

const wrongOnceKeys: fc.Arbitrary<Fault> = fc
  .constantFrom("", "é", "k".repeat(256), "\u00a0a", "a\tb")
  .map((key) => withHeader("idempotency-key", key));

/** Digits that a double cannot hold. */
const tooExact = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }).map((n) => String(2n * n + 1n)),
  fc.nat(1_000_000).map((n) => `${n}.00000000000000000001`),
  fc.integer({ min: 309, max: 9_999 }).map((n) => `1e${n}`),
);
/** The body with a duplicate field, or with a number that would be rounded. */
const inexactBodies: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.nat(20).map(String),
    tooExact.map((number) => `"x":${number}`),
  )
  .map((added) => (draft) => {
    const body = String(draft.body);
    const fields = Object.entries(parsed(body) ?? { x: 1 });
    const [name, value] = fields[Number(added) % fields.length] ?? ["x", 1];
    const again = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    const end = added.startsWith('"') ? added : again;
    return { ...draft, body: `{${again},${end}}` };
  });

function parsed(text: string): object | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const wrongBodies: fc.Arbitrary<Fault> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => withBody(new Uint8Array(bytes))),
  fc.constantFrom("", "null", "true", "1", '"x"', "[]", "[{}]", "{]", "\ufeff{}").map(withBody),
  fc.integer({ min: 1, max: 12 }).map(
    (cut): Fault =>
      (draft) => ({ ...draft, body: String(draft.body).slice(0, -cut) }),
  ),
  fc.integer({ min: 9, max: 3_000 }).map((n) => withBody(`${'{"a":'.repeat(n)}1${"}".repeat(n)}`)),
  fc.constant(withBody(" ".repeat(65_537))),
);

function wrongFields({ schema, example = {} }: Content["application/json"]) {
  const send = (body: object) => withBody(JSON.stringify(body));
  const unknown = fc
    .tuple(fc.string(), fc.jsonValue())
    .map(([name, value]) => send({ ...example, [`_${name}`]: value }));
  const missing = (schema.required ?? []).map((name) =>
    fc.constant(send({ ...example, [name]: undefined })),
  );
  // Any text may be sent as a key: the answer says that it is none.
  const isText = (name: string, value: unknown) =>
    name === "key" && typeof value === "string" && value.length <= 500;
  const wrong = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    misfits(field)
      .filter((value) => !isText(name, value))
      .map((value) => send({ ...example, [name]: value })),
  );
  const proto = withBody('{"__proto__":{"a":1}}');
  return [unknown, fc.constant(proto), ...missing, ...wrong];
}
