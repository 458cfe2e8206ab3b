import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ENTRANCES } from "./kept-pages";
import type { PageRoutes } from "./page-routes";
import { HOST, listening, NONCE, settle, until } from "./testing/listening";

const keptPage = (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, {
    "content-type": "text/html",
    "content-security-policy": `script-src 'nonce-${NONCE}'`,
  });
  response.end(`<script nonce="${NONCE}"></script>${request.url} ${request.headers.cookie ?? ""}`);
};

it.each([
  ["/docs", "/docs"],
  ["/docs?a=1", "/docs"],
  ["/docs/webhooks", "/docs/webhooks"],
  ["/sign-in?callbackUrl=%2Foperator", "/sign-in"],
  ["/sign-in?n=1&reason=expired&callbackUrl=/operator", "/sign-in"],
  ["/forgot-password?n=1", "/forgot-password"],
  ["/welcome?n=1", "/welcome"],
])("renders %s once, and sends it with a nonce of its own each time", async (path, rendered) => {
  const { renderings, get } = await listening(keptPage);
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(path)));
  answers.push(await get(path, "198.51.100.1", { "accept-encoding": "identity" }));
  const nonces = new Set<string | undefined>();
  for (const answer of answers) {
    const policy = answer.headers.get("content-security-policy");
    const [, nonce] = /'nonce-(.*)'/.exec(policy ?? "") ?? [];
    expect(await answer.text()).toBe(`<script nonce="${nonce}"></script>${rendered} `);
    nonces.add(nonce);
  }
  expect(renderings.map(({ url }) => url)).toEqual([rendered]);
  expect(nonces.size).toBe(31);
  expect(nonces).not.toContain(NONCE);
});

it("renders the reference again once it is a minute old, while all get the old one", async () => {
  let nowMs = 0;
  let version = 0;
  let answers = true;
  const { renderings, get } = await listening(
    (request, response) => {
      if (!answers) return response.writeHead(500).end();
      response.writeHead(200, { "content-security-policy": `script-src 'nonce-${NONCE}'` });
      response.end(`<script nonce="${NONCE}"></script>${request.url} ${++version}`);
    },
    undefined,
    () => nowMs,
  );
  const shown = async (path: string) =>
    /\/docs.*$/.exec(
      await (await get(path, "203.0.113.1", { "accept-encoding": "identity" })).text(),
    )?.[0];
  expect([await shown("/docs"), await shown("/docs/errors")]).toEqual([
    "/docs 1",
    "/docs/errors 2",
  ]);
  nowMs = 59_999;
  expect(await shown("/docs")).toBe("/docs 1");
  nowMs = 60_000;
  const old = await Promise.all(Array.from({ length: 20 }, () => shown("/docs")));
  expect(old.filter((text) => text !== "/docs 1" && text !== "/docs 3")).toEqual([]);
  await until(() => version === 3);
  await settle();
  expect(await shown("/docs")).toBe("/docs 3");
  // A failure keeps the old one, and is not repeated at once.
  answers = false;
  nowMs = 120_000;
  await Promise.all(Array.from({ length: 20 }, () => shown("/docs")));
  await until(() => renderings.length === 4);
  await settle();
  expect([await shown("/docs"), renderings.length]).toEqual(["/docs 3", 4]);
  expect(await shown("/docs/errors")).toBe("/docs/errors 2");
});

it.each([...ENTRANCES])("renders %s once, whatever anybody sends", async (path) => {
  const { renderings, get } = await listening(keptPage);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      get(`${path}?callbackUrl=%2F${n}&reason=${n}&n=${n}`, `203.0.${n}.1`, {
        "accept-language": `en;q=0.${n}`,
        "x-forwarded-proto": `http${n}`,
      }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(renderings.map(({ url }) => url)).toEqual([path]);
});

/** GET, for any host: fetch() does not send the Host header that it is given. */
const getFor = (host: string, url: string) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(url, { headers: { host, "x-forwarded-for": "203.0.113.1" } });
    sent.on("response", (response) => resolve(text(response))).on("error", reject);
    sent.end();
  });

it.each(["/docs", "/docs/errors", "/sign-in"])(
  "renders %s once, for the server's own host, whatever host requests name",
  async (path) => {
    const hosts = new Set<string | undefined>();
    const { renderings, get, url } = await listening((request, response) => {
      hosts.add(request.headers.host);
      keptPage(request, response);
    });
    const named = Array.from({ length: 60 }, (_, n) => `h${n}.localhost:${3_000 + n}`);
    const answers = await Promise.all(named.map((host) => getFor(host, url + path)));
    for (const answer of answers) expect(answer).toContain(path);
    await get(path);
    expect(renderings).toHaveLength(1);
    expect([...hosts]).toEqual([HOST]);
  },
);

const ROUTES: PageRoutes = {
  isUnknown: (path) => path.startsWith("/unknown"),
  isPrivate: (path) => path === "/" || path.startsWith("/partners/"),
};

it("renders once what all paths without a page get, for everybody", async () => {
  const { renderings, get } = await listening((request, response) => {
    response.writeHead(404, { "content-security-policy": `script-src 'nonce-${NONCE}'` });
    response.end(`${request.url} ${request.headers.cookie ?? ""}`);
  }, ROUTES);
  const cookie = { cookie: "next-auth.session-token=x" };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      get(`/unknown/${n}?n=${n}`, "203.0.113.1", n % 2 ? cookie : {}),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(renderings).toHaveLength(1);
  await get("/unknown", "203.0.113.1", { rsc: "1" });
  expect(renderings[1]?.url).toBe("/unknown");
});

it("redirects strangers from users' pages to sign-in without rendering anything", async () => {
  const { renderings, get } = await listening(keptPage, ROUTES);
  const away = await get("/partners/acme/logs?status=429&q=%C3%A9");
  expect(away.status).toBe(307);
  const location = new URL(away.headers.get("location") ?? "", "http://x");
  expect(location.pathname).toBe("/sign-in");
  expect(location.searchParams.get("callbackUrl")).toBe("/partners/acme/logs?status=429&q=%C3%A9");
  expect((await get("/")).headers.get("location")).toBe("/sign-in");
  expect(renderings).toEqual([]);
  // These are Next's to answer.
  const cookie = { cookie: "__Secure-next-auth.session-token=x" };
  await get("/partners/acme/logs", "203.0.113.1", cookie);
  await get("/partners/acme/logs", "203.0.113.1", { rsc: "1" });
  await get(`/partners/acme/logs?q=${"x".repeat(2_100)}`);
  expect(renderings).toHaveLength(3);
});

it("keeps no page of a person, no failure, and no part of a page that Next's scripts ask for", async () => {
  let status = 500;
  const { renderings, get } = await listening((request, response) => {
    if (status === 200) return keptPage(request, response);
    response.writeHead(status).end("failed");
  });
  expect((await get("/docs")).status).toBe(500);
  status = 200;
  const cookie = { cookie: "a=1; __Secure-next-auth.session-token=x" };
  const asked = [
    await get("/sign-in", "203.0.113.1", cookie),
    await get("/sign-in"),
    await get("/sign-in", "203.0.113.1", cookie),
    await get("/docs", "203.0.113.1", { rsc: "1" }),
    await get("/docs", "203.0.113.1", cookie),
    await get("/partners/acme/overview"),
    await get("/partners/acme/overview"),
  ];
  const texts = await Promise.all(asked.map((answer) => answer.text()));
  expect(texts.map((one) => one.includes("session-token"))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  // The failure twice, because the first was not kept and passed on as it is.
  expect(renderings).toHaveLength(9);
});
