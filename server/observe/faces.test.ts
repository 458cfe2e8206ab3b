import { createServer, get } from "node:http";
import { afterAll, expect, it } from "vitest";
import { createApiListener } from "../self-host/api-listener";
import { listening } from "../testing/listening";
import { platformForTests } from "../testing/platform";

const TOKEN = "a token of the tests";
const platform = await platformForTests({ env: { METRICS_TOKEN: TOKEN } });
// Stands for Next: the path says how it answers.
const next = createApiListener(platform.wiring, async (request, response) => {
  const [, status] = /status=(\d+)/.exec(request.url ?? "") ?? [];
  response.writeHead(Number(status ?? 200));
  if (request.url?.includes("hang")) response.write("a part");
  else response.end();
});
const { url: origin, close } = await listening(createServer(next));
afterAll(close);

const METRICS = { headers: { authorization: `Bearer ${TOKEN}` } };

async function figures(): Promise<string[]> {
  const text = await (await fetch(`${origin}/api/metrics`, METRICS)).text();
  return text.split("\n").filter((line) => line.startsWith("latchkey_face_requests_total"));
}
const counted = (face: string, status: number, count: number) =>
  `latchkey_face_requests_total{face="${face}",status="${status}",worker="1"} ${count}`;

it("counts each request of each face by status, and not the REST API's and the probes'", async () => {
  const paths = [
    "/api/auth/callback/credentials?status=401",
    "/api/trpc/keys.list?status=503",
    "/api/trpc/keys.list",
    "/api/trpc/keys.list",
    "/api/export/customers",
    "/sign-in",
    "/partners/acme",
    "/api/v1/reseller/me",
    "/api/health",
  ];
  for (const path of paths) await (await fetch(origin + path)).text();
  await expect
    .poll(figures)
    .toEqual([
      counted("sign_in", 401, 1),
      counted("procedures", 503, 1),
      counted("procedures", 200, 2),
      counted("exports", 200, 1),
      counted("pages", 200, 2),
    ]);
});

it("counts a response that its client closed as 499", async () => {
  await new Promise<void>((done) => {
    const request = get(`${origin}/api/export/hang`, (response) =>
      response.once("data", () => {
        request.destroy();
        done();
      }),
    );
    request.on("error", () => {});
  });
  await expect.poll(figures).toContain(counted("exports", 499, 1));
});

it("measures how long each face takes, and PostgreSQL's clock", async () => {
  const text = await (await fetch(`${origin}/api/metrics`, METRICS)).text();
  const { length } = (await figures()).filter((line) => line.includes('"procedures"'));
  expect(length).toBe(2);
  expect(text).toContain(
    'latchkey_face_request_duration_seconds_count{worker="1",face="procedures"} 3',
  );
  const [, skew] =
    /^latchkey_clock_skew_seconds\{.*store="postgresql".*\} (\S+)$/m.exec(text) ?? [];
  expect(Math.abs(Number(skew))).toBeLessThan(1);
});
