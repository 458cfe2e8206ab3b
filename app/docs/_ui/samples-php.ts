import { type Call, type Changed, madeUp, rowOf, written } from "./sample-call";

/** The call in PHP, with its curl extension. */
export function php(call: Call): string {
  const { url, method, isWrite, body, templates, list, parent, own, changed } = call;
  const of = rowOf({ parent, own }, (field) => `["${field}"]`);
  const row = (name: string) => `$${of(name)}`;
  const value = (name: string) =>
    name === changed?.name
      ? `$${changed.variable.toLowerCase()}`
      : list === null
        ? `$${name}`
        : row(name);
  const text = (parts: string[]) => quoted(parts, (name) => value(name).replaceAll('"', "'"));
  const write = (template: string) => written(template, { text, value });
  const string = (it: string) => (templates.has(it) ? write(it) : text([it]));
  const options = [
    ...(method === "GET" ? [] : [`CURLOPT_CUSTOMREQUEST => "${method}",`]),
    ...(body ? [`CURLOPT_POSTFIELDS => json_encode(${phpValue(body, string)}),`] : []),
  ];
  const headers = [
    ...(isWrite ? ['"Idempotency-Key: " . bin2hex(random_bytes(16)),'] : []),
    ...(body ? ['"Content-Type: application/json",'] : []),
  ];
  return [
    ...SEND,
    "",
    ...(changed ? phpChanged(changed) : []),
    ...(list === null
      ? own.map(({ name }) => phpMadeUp(name))
      : [...(parent ? first(`"${parent.list}"`, "parent") : []), ...first(write(list), "first")]),
    `$request = curl_init(${write(url)});`,
    ...(options.length > 0 ? [`curl_setopt_array($request, ${block(options)});`] : []),
    headers.length > 0 ? `print_r(send($request, ${block(headers)}));` : "print_r(send($request));",
  ].join("\n");
}

function phpChanged({ variable }: Changed): string[] {
  const unset = `throw new RuntimeException("Set ${variable}.")`;
  return [`$${variable.toLowerCase()} = getenv("${variable}") ?: ${unset};`];
}

function phpMadeUp(name: string): string {
  const { prefix, comment } = madeUp(name);
  return `$${name} = "${prefix}-" . bin2hex(random_bytes(4)); // ${comment}`;
}

const SEND = [
  "<?php",
  "",
  "function send(CurlHandle $request, array $headers = []): array",
  "{",
  '    $headers[] = "Authorization: Bearer " . getenv("LATCHKEY_KEY");',
  "    curl_setopt_array($request, [",
  "        CURLOPT_HTTPHEADER => $headers,",
  "        CURLOPT_RETURNTRANSFER => true,",
  "    ]);",
  "    $response = curl_exec($request);",
  "    if ($response === false) {",
  "        throw new RuntimeException(curl_error($request));",
  "    }",
  "    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);",
  "    if ($status >= 400) {",
  '        throw new RuntimeException("$status: $response");',
  "    }",
  "    return json_decode($response, true);",
  "}",
];

function first(list: string, name: string): string[] {
  return [
    `$rows = send(curl_init(${list}))["data"];`,
    `$${name} = $rows[0] ?? throw new RuntimeException("The list is empty.");`,
  ];
}

/** A string in double quotes; every second part is the name of a value. */
function quoted(parts: string[], value: (name: string) => string): string {
  const inner = parts.map((part, index) =>
    index % 2 === 0 ? JSON.stringify(part).slice(1, -1).replaceAll("$", "\\$") : `{${value(part)}}`,
  );
  return `"${inner.join("")}"`;
}

/** A JSON value as PHP writes it, with objects as arrays. */
function phpValue(value: unknown, string: (value: string) => string): string {
  if (typeof value === "string") return string(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => phpValue(item, string)).join(", ")}]`;
  const fields = Object.entries(value);
  return block(fields.map(([name, field]) => `"${name}" => ${phpValue(field, string)},`));
}

function block(lines: string[]): string {
  return `[\n${lines.join("\n").replace(/^/gm, "    ")}\n]`;
}
