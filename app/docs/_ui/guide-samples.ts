import { BASE_PATH } from "@/server/rest/route";
import { GUIDE_PHP } from "./guide-samples-php";

type Samples = Record<string, string>;

/** The samples of a chapter, by language; null if it has none. */
export function guideSamples(chapter: string, origin: string): Samples | null {
  const baseUrl = origin + BASE_PATH;
  const samples = CHAPTERS[chapter]?.(baseUrl, origin);
  if (!samples) return null;
  const php = GUIDE_PHP[chapter]?.(baseUrl) ?? "";
  return Object.fromEntries(
    Object.entries({ ...samples, PHP: php }).map(([language, code]) => [language, code.trim()]),
  );
}

type Chapter = (baseUrl: string, origin: string) => Samples;

const CHAPTERS: Record<string, Chapter> = {
  retries: (baseUrl, origin) => ({
    curl: `
#!/usr/bin/env bash
customer="crm-$(openssl rand -hex 4)" # Your own ID for the customer.
curl --fail-with-body -sS -X POST \\
  --retry 5 --retry-connrefused --max-time 30 \\
  -H "Authorization: Bearer $LATCHKEY_KEY" \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -H "Content-Type: application/json" \\
  -d "{ \\"email\\": \\"$customer@example.com\\" }" \\
  -o account.json "${baseUrl}/accounts" || { cat account.json >&2; exit 1; }
cat account.json`,
    TypeScript: `
const retried = [408, 429, 500, 502, 503, 504];
const customer = \`crm-\${crypto.randomUUID()}\`; // Your own ID for the customer.
console.log(await createAccount({ email: \`\${customer}@example.com\` }));

async function createAccount(account: { email: string }): Promise<unknown> {
  const headers = {
    Authorization: \`Bearer \${process.env.LATCHKEY_KEY}\`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(), // The same for every attempt.
  };
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === 5;
    const response = await fetch("${baseUrl}/accounts", {
      method: "POST",
      headers,
      body: JSON.stringify(account),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      if (isLast) throw error;
      return null;
    });
    if (response?.ok) return response.json();
    if (response && (isLast || !retried.includes(response.status))) {
      throw new Error(\`\${response.status}: \${await response.text()}\`);
    }
    const seconds = Number(response?.headers.get("Retry-After")) || 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`,
    "latchkey.ts": `
import { Latchkey } from "./latchkey.js";

const latchkey = new Latchkey({
  key: process.env.LATCHKEY_KEY ?? "",
  baseUrl: "${origin}",
  maxRetries: 4,
});
const customer = \`crm-\${crypto.randomUUID()}\`; // Your own ID for the customer.
console.log(await latchkey.accounts.create({ email: \`\${customer}@example.com\` }));`,
    Python: `
import json
import os
import time
import urllib.error
import urllib.request
import uuid


def create_account(account):
    request = urllib.request.Request(
        "${baseUrl}/accounts",
        method="POST",
        headers={
            "Authorization": "Bearer " + os.environ["LATCHKEY_KEY"],
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),  # The same for every attempt.
        },
        data=json.dumps(account).encode(),
    )
    for attempt in range(1, 6):
        seconds = 2**attempt
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if attempt == 5 or error.code not in (408, 429, 500, 502, 503, 504):
                raise SystemExit(f"{error.code}: {error.read().decode()}")
            retry_after = error.headers.get("Retry-After", "")
            if retry_after.isdigit():
                seconds = int(retry_after)
        except OSError:
            if attempt == 5:
                raise
        time.sleep(seconds)


customer = f"crm-{uuid.uuid4()}"  # Your own ID for the customer.
print(create_account({"email": f"{customer}@example.com"}))`,
  }),
  lists: (baseUrl, origin) => ({
    curl: `
#!/usr/bin/env bash
list="${baseUrl}/accounts?limit=100"
url=$list
while [ -n "$url" ]; do
  page=$(curl --fail-with-body -sS \\
    -H "Authorization: Bearer $LATCHKEY_KEY" "$url") || { echo "$page" >&2; exit 1; }
  jq -r '.data[] | .id' <<<"$page"
  cursor=$(jq -r '.next_cursor // empty' <<<"$page")
  url=\${cursor:+$list&cursor=$cursor}
done`,
    TypeScript: `
type Page = { data: { id: string }[]; next_cursor: string | null };

const url = new URL("${baseUrl}/accounts?limit=100");
for (;;) {
  const response = await fetch(url, {
    headers: { Authorization: \`Bearer \${process.env.LATCHKEY_KEY}\` },
  });
  if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
  const page = (await response.json()) as Page;
  for (const account of page.data) console.log(account.id);
  if (page.next_cursor === null) break;
  url.searchParams.set("cursor", page.next_cursor);
}`,
    "latchkey.ts": `
import { Latchkey } from "./latchkey.js";

const latchkey = new Latchkey({
  key: process.env.LATCHKEY_KEY ?? "",
  baseUrl: "${origin}",
});
for await (const account of latchkey.accounts.all()) console.log(account.id);`,
    Python: `
import json
import os
import urllib.error
import urllib.parse
import urllib.request


def read_page(query):
    request = urllib.request.Request(
        "${baseUrl}/accounts?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + os.environ["LATCHKEY_KEY"]},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{error.code}: {error.read().decode()}")


query = {"limit": 100}
while True:
    page = read_page(query)
    for account in page["data"]:
        print(account["id"])
    if page["next_cursor"] is None:
        break
    query["cursor"] = page["next_cursor"]`,
  }),
  "conditional-requests": (baseUrl, origin) => ({
    curl: `
#!/usr/bin/env bash
read_prices() {
  status=$(curl --fail-with-body -sS \\
    -H "Authorization: Bearer $LATCHKEY_KEY" \\
    --etag-compare prices.etag --etag-save prices.etag \\
    -o response.json -w "%{http_code}" \\
    "${baseUrl}/prices") || { cat response.json >&2; exit 1; }
  # A 304 has no body: keep what you have.
  if [ "$status" != 304 ]; then mv response.json prices.json; fi
}

read_prices
read_prices
cat prices.json`,
    TypeScript: `
let etag: string | null = null;
let prices: unknown;

async function readPrices(): Promise<unknown> {
  const headers = new Headers({ Authorization: \`Bearer \${process.env.LATCHKEY_KEY}\` });
  if (etag !== null) headers.set("If-None-Match", etag);
  const response = await fetch("${baseUrl}/prices", { headers });
  // A 304 has no body: keep what you have.
  if (response.status === 304) return prices;
  if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
  etag = response.headers.get("ETag");
  prices = await response.json();
  return prices;
}

await readPrices();
console.log(await readPrices());`,
    "latchkey.ts": `
import { Latchkey } from "./latchkey.js";

const latchkey = new Latchkey({
  key: process.env.LATCHKEY_KEY ?? "",
  baseUrl: "${origin}",
});
await latchkey.prices.list();
// After a 304, this is the first response, from memory.
console.log(await latchkey.prices.list());`,
    Python: `
import json
import os
import urllib.error
import urllib.request

etag = None
prices = None


def read_prices():
    global etag, prices
    request = urllib.request.Request("${baseUrl}/prices")
    request.add_header("Authorization", "Bearer " + os.environ["LATCHKEY_KEY"])
    if etag is not None:
        request.add_header("If-None-Match", etag)
    try:
        with urllib.request.urlopen(request) as response:
            etag = response.headers["ETag"]
            prices = json.load(response)
    except urllib.error.HTTPError as error:
        # A 304 has no body: keep what you have.
        if error.code != 304:
            raise SystemExit(f"{error.code}: {error.read().decode()}")
    return prices


read_prices()
print(read_prices())`,
  }),
};
