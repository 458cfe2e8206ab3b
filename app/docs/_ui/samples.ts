import type { Endpoint } from "@/server/rest/endpoint";

/** A call of an endpoint with the values of its examples; the key is the reader's to set. */
type Call = { url: string; method: string; isWrite: boolean; body: object | undefined };

/** The same call in each language. */
export function samplesOf(endpoint: Endpoint, baseUrl: string): Record<string, string> {
  const { method, isWrite, bodyExample: body } = endpoint;
  const call = { url: baseUrl + pathOf(endpoint), method, isWrite, body };
  return { curl: curl(call), TypeScript: typescript(call), Python: python(call) };
}

/** Path and query, filled in from the example answer. */
function pathOf(endpoint: Endpoint): string {
  const example = endpoint.example as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]));
  const names = Object.keys(endpoint.query?.shape ?? {});
  const query = new URLSearchParams();
  for (const name of names) if (typeof example[name] === "string") query.set(name, example[name]);
  if (endpoint.isPaged) query.set("limit", "25");
  return query.size > 0 ? `${path}?${query}` : path;
}

function curl({ url, method, isWrite, body }: Call): string {
  const lines = ['curl -H "Authorization: Bearer $LATCHKEY_KEY"'];
  if (method !== "GET") lines.push(`-X ${method}`);
  if (isWrite) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body) {
    const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
    lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
  }
  lines.push(`"${url}"`);
  return lines.join(" \\\n  ");
}

function typescript({ url, method, isWrite, body }: Call): string {
  const headers = [`Authorization: \`Bearer \${process.env.LATCHKEY_KEY}\`,`];
  if (isWrite) headers.push('"Idempotency-Key": crypto.randomUUID(),');
  if (body) headers.push('"Content-Type": "application/json",');
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    "headers: {",
    ...headers.map((line) => `  ${line}`),
    "},",
    ...(body ? `body: JSON.stringify(${JSON.stringify(body, null, 2)}),`.split("\n") : []),
  ];
  return [
    `const url = "${url}";`,
    "const response = await fetch(url, {",
    ...options.map((line) => `  ${line}`),
    "});",
    "const answer = await response.json();",
    "if (!response.ok) {",
    `  throw new Error(\`\${answer.code}: \${answer.error}\`);`,
    "}",
    "console.log(answer);",
  ].join("\n");
}

function python({ url, method, isWrite, body }: Call): string {
  const headers = ['"Authorization": f"Bearer {key}",'];
  if (isWrite) headers.push('"Idempotency-Key": str(uuid.uuid4()),');
  if (body) headers.push('"Content-Type": "application/json",');
  const options = [
    "url,",
    ...(method === "GET" ? [] : [`method="${method}",`]),
    "headers={",
    ...headers.map((line) => `    ${line}`),
    "},",
    ...(body ? `data=json.dumps(${pythonLiteral(body)}).encode(),`.split("\n") : []),
  ];
  return [
    "import json",
    "import os",
    "import urllib.error",
    "import urllib.request",
    ...(isWrite ? ["import uuid"] : []),
    "",
    'key = os.environ["LATCHKEY_KEY"]',
    `url = "${url}"`,
    "request = urllib.request.Request(",
    ...options.map((line) => `    ${line}`),
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    "        print(json.load(response))",
    "except urllib.error.HTTPError as failure:",
    "    raise SystemExit(json.load(failure))",
  ].join("\n");
}

const PYTHON_WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };

/** JSON as Python writes it: the same, but for three words that stand outside of strings. */
function pythonLiteral(value: object): string {
  return JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|true|false|null/g,
    (token) => PYTHON_WORDS[token] ?? token,
  );
}
