import type { Endpoint } from "@/server/rest/endpoint";
import {
  type Call,
  type Changed,
  callOf,
  madeUp,
  rowOf,
  type Writer,
  written,
} from "./sample-call";
import { php } from "./samples-php";

/** The same call in each language. */
export function samplesOf(endpoint: Endpoint, baseUrl: string): Record<string, string> {
  const call = callOf(endpoint, baseUrl);
  return {
    curl: curl(call),
    TypeScript: typescript(call),
    Python: python(call),
    PHP: php(call),
  };
}

/**
 * The body as JSON, with the literals of the language. A string with names in braces is written as
 * the language writes a string with variables.
 */
function bodyOf(
  { body, templates }: Call,
  indent: number,
  writer: Writer & { literals?: Record<string, string> },
): string {
  const tokens = /"(?:[^"\\]|\\.)*"|true|false|null/g;
  return JSON.stringify(body, null, indent).replace(tokens, (token) =>
    token.startsWith('"') && templates.has(JSON.parse(token))
      ? written(JSON.parse(token), writer)
      : (writer.literals?.[token] ?? token),
  );
}

/** Joins the parts; every second one is the name of a value. */
function interleave(parts: string[], value: (name: string) => string): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : value(part))).join("");
}

function curl(call: Call): string {
  const { url, method, isWrite, body, list, parent, own, changed } = call;
  const isNumber = (name: string) => own.some((it) => it.name === name && it.isNumber);
  const variable = (name: string) => (name === changed?.name ? `${changed.variable}:?` : name);
  const quoted = (parts: string[]) => `"${interleave(parts, (name) => `\${${variable(name)}}`)}"`;
  const value = (name: string) => (isNumber(name) ? `$${name}` : `"$${name}"`);
  const urlOf = (template: string) => written(template, { text: quoted, value });
  const lines = ["curl --fail-with-body -sS"];
  if (method !== "GET") lines.push(`-X ${method}`);
  lines.push('-H "Authorization: Bearer $LATCHKEY_KEY"');
  if (isWrite) lines.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  if (body) lines.push('-H "Content-Type: application/json"', "-d @-");
  lines.push(urlOf(url));
  const json = body && `<<JSON\n${bodyOf(call, 2, { text: quoted, value })}\nJSON`;
  const command = [lines.join(" \\\n  "), json].filter(Boolean).join(" ");
  const rows = parent ? curlFirst(urlOf(parent.list), [parent]) : [];
  if (list !== null) return [...rows, ...curlFirst(urlOf(list), own), command].join("\n");
  // Without a comment, because an interactive zsh would run it as a command.
  const made = own.map(({ name }) => `${name}="${madeUp(name).prefix}-$(openssl rand -hex 4)"`);
  return [...made, command].join("\n");
}

/** A value, and the field of a list's row that has it. */
type Row = { name: string; field: string };

function curlFirst(list: string, [first, ...more]: readonly Row[]): string[] {
  return [
    "list=$(curl --fail-with-body -sS \\",
    '  -H "Authorization: Bearer $LATCHKEY_KEY" \\',
    `  ${list}) || { echo "$list" >&2; false; } &&`,
    ...(first
      ? [
          `${first.name}=$(jq -r '.data[0].${first.field} // error("The list is empty.")' <<<"$list") &&`,
        ]
      : []),
    ...more.map(({ name, field }) => `${name}=$(jq -r '.data[0].${field}' <<<"$list") &&`),
  ];
}

function typescript(call: Call): string {
  const { url, method, isWrite, body, list, parent, own, changed } = call;
  const row = rowOf({ parent, own }, (field) => `.${field}`);
  const value = (name: string) =>
    name === changed?.name ? camelCase(changed.variable) : list === null ? name : row(name);
  const text = (parts: string[]) => {
    const inner = interleave(parts, (name) => `\${${value(name)}}`);
    return parts.length > 1 ? `\`${inner}\`` : `"${inner}"`;
  };
  const headers = [AUTHORIZATION];
  if (isWrite) headers.push('"Idempotency-Key": crypto.randomUUID(),');
  if (body) headers.push('"Content-Type": "application/json",');
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    "headers: {",
    ...headers.map((line) => `  ${line}`),
    "},",
    ...(body ? `body: JSON.stringify(${bodyOf(call, 2, { text, value })}),`.split("\n") : []),
  ];
  return [
    ...(changed ? typescriptChanged(changed) : []),
    ...(list === null
      ? own.map(({ name }) => typescriptMadeUp(name))
      : [
          ...(parent ? typescriptParent(parent) : []),
          ...typescriptFirst(written(list, { text, value }), own),
        ]),
    `const url = ${written(url, { text, value })};`,
    "const response = await fetch(url, {",
    ...options.map((line) => `  ${line}`),
    "});",
    ...orThrow("response"),
    "console.log(await response.json());",
  ].join("\n");
}

function typescriptChanged({ variable }: Changed): string[] {
  const name = camelCase(variable);
  return [
    `const ${name} = process.env.${variable};`,
    `if (!${name}) throw new Error("Set ${variable}.");`,
    "",
  ];
}

function typescriptMadeUp(name: string): string {
  const { prefix, comment } = madeUp(name);
  return `const ${name} = \`${prefix}-\${crypto.randomUUID().slice(0, 8)}\`; // ${comment}`;
}

const camelCase = (variable: string) =>
  variable.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const AUTHORIZATION = `Authorization: \`Bearer \${process.env.LATCHKEY_KEY}\`,`;

/** Throws unless the response with that name is a success. */
const orThrow = (name: string) => [
  `if (!${name}.ok) {`,
  `  throw new Error(\`\${${name}.status}: \${await ${name}.text()}\`);`,
  "}",
];

function typescriptParent({ list, field }: { list: string; field: string }): string[] {
  return [
    `const parentsUrl = "${list}";`,
    "const parents = await fetch(parentsUrl, {",
    "  headers: {",
    `    ${AUTHORIZATION}`,
    "  },",
    "});",
    ...orThrow("parents"),
    "const [parent] = ((await parents.json()) as {",
    `  data: { ${field}: string }[];`,
    "}).data;",
    'if (!parent) throw new Error("The list is empty.");',
    "",
  ];
}

function typescriptFirst(list: string, own: Call["own"]): string[] {
  const row = own.map(({ field, isNumber }) => `${field}: ${isNumber ? "number" : "string"}`);
  return [
    `const listUrl = ${list};`,
    "const list = await fetch(listUrl, {",
    "  headers: {",
    `    ${AUTHORIZATION}`,
    "  },",
    "});",
    ...orThrow("list"),
    "const { data } = (await list.json()) as {",
    `  data: { ${row.join("; ")} }[];`,
    "};",
    "const first = data[0];",
    'if (!first) throw new Error("The list is empty.");',
    "",
  ];
}

function python(call: Call): string {
  const { url, method, isWrite, body, list, parent, own, changed } = call;
  const row = rowOf({ parent, own }, (field) => `["${field}"]`);
  const value = (name: string) =>
    name === changed?.name ? changed.variable.toLowerCase() : list === null ? name : row(name);
  const text = (parts: string[]) => {
    const inner = interleave(parts, (name) => `{${value(name).replaceAll('"', "'")}}`);
    return parts.length > 1 ? `f"${inner}"` : `"${inner}"`;
  };
  const dict = () => bodyOf(call, 4, { text, value, literals: PYTHON_LITERALS });
  const headers = [];
  if (isWrite) headers.push('"Idempotency-Key": str(uuid.uuid4()),');
  if (body) headers.push('"Content-Type": "application/json",');
  const options = [
    "url,",
    ...(method === "GET" ? [] : [`method="${method}",`]),
    ...(headers.length > 0 ? ["headers={", ...headers.map((line) => `    ${line}`), "},"] : []),
    ...(body ? `data=json.dumps(${dict()}).encode(),`.split("\n") : []),
  ];
  return [
    ...PYTHON_IMPORTS,
    ...(isWrite || (list === null && own.length > 0) ? ["import uuid"] : []),
    "",
    "",
    ...PYTHON_SEND,
    "",
    "",
    ...(changed ? [`${changed.variable.toLowerCase()} = os.environ["${changed.variable}"]`] : []),
    ...(list === null
      ? own.map(({ name }) => pythonMadeUp(name))
      : [
          ...(parent ? pythonFirst(`"${parent.list}"`, "parent") : []),
          ...pythonFirst(written(list, { text, value }), "first"),
        ]),
    `url = ${written(url, { text, value })}`,
    "request = urllib.request.Request(",
    ...options.map((line) => `    ${line}`),
    ")",
    "print(send(request))",
  ].join("\n");
}

const PYTHON_LITERALS = { true: "True", false: "False", null: "None" };
const PYTHON_IMPORTS = ["import json", "import os", "import urllib.error", "import urllib.request"];

const PYTHON_SEND = [
  "def send(request):",
  '    request.add_header("Authorization", "Bearer " + os.environ["LATCHKEY_KEY"])',
  "    try:",
  "        with urllib.request.urlopen(request) as response:",
  "            return json.load(response)",
  "    except urllib.error.HTTPError as error:",
  '        raise SystemExit(f"{error.code}: {error.read().decode()}")',
];

function pythonMadeUp(name: string): string {
  const { prefix, comment } = madeUp(name);
  return `${name} = f"${prefix}-{uuid.uuid4().hex[:8]}"  # ${comment}`;
}

function pythonFirst(list: string, name: string): string[] {
  return [
    `list_url = ${list}`,
    'rows = send(urllib.request.Request(list_url))["data"]',
    "if not rows:",
    '    raise SystemExit("The list is empty.")',
    `${name} = rows[0]`,
  ];
}
