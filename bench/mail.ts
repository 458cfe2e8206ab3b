import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { signIn } from "../e2e/support/sign-in";
import { PASSWORD, startSmtp, USER } from "../server/mail/testing/smtp";
import { listening } from "../server/testing/listening";
import { freePort } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { median, quantile, runBench, timeOf } from "./run";

// Prints how long the dashboard takes beside a mail server that accepts connections and never
// responds, compared with one that works. Both products run at the same time, and are asked in turn.
// With embedded stores, where the server sends mail itself. Exits with 1 if a target is missed.
// Run with: npm run bench:mail

const LONGEST_MS = 10 * 60_000;
const PAGES = 80;
/** Each writes a mail. A person may write a hundred a day. */
const INVITES = 30;
const MAX_P50_TIMES = 1.5;
const MAX_P95_TIMES = 2;
const OWNER = "owner@nimbus.example";
const PARTNER = "nimbus";
const LOGIN = [USER, PASSWORD].map(encodeURIComponent).join(":");

type Subject = { product: Product; browser: Awaited<ReturnType<typeof signIn>> };

async function open(smtpPort: number): Promise<Subject> {
  const port = await freePort();
  const env = {
    SMTP_URL: `smtp://${LOGIN}@127.0.0.1:${smtpPort}?tls=never`,
    MAIL_FROM: "no-reply@example.com",
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
  };
  const product = await startProduct({ hasDemo: true, port, env });
  const password = readFileSync(join(product.dataDir, "demo-password"), "utf8").trim();
  return { product, browser: await signIn(product.url, { email: OWNER, password }) };
}

/** Accepts connections and says nothing. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  const { port, close } = await listening(server);
  const end = () => {
    for (const socket of sockets) socket.destroy();
    close();
  };
  return { port, connected: () => sockets.size, close: end };
}

async function loadPage({ product, browser }: Subject): Promise<void> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `${product.url}/partners/${PARTNER}/settings/team`;
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await response.text();
  if (response.status !== 200) throw new Error(`The page returned ${response.status}.`);
}

async function invite({ browser }: Subject, n: number): Promise<void> {
  const input = { partner: PARTNER, email: `guest-${n}@nimbus.example`, role: "viewer" };
  const response = await browser.procedure("team.invite", input);
  if (response.includes('"error"')) throw new Error(response.slice(0, 300));
}

type Times = { working: number[]; silent: number[] };

/** The same work for both, in turn; who is first changes. */
async function compare(
  { working, silent }: { working: Subject; silent: Subject },
  { times, work }: { times: number; work: (subject: Subject, n: number) => Promise<void> },
): Promise<Times> {
  const found: Times = { working: [], silent: [] };
  for (let n = 0; n < times; n++) {
    const turns = [
      async () => found.working.push(await timeOf(() => work(working, n))),
      async () => found.silent.push(await timeOf(() => work(silent, n))),
    ];
    for (const turn of n % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  return found;
}

const p95 = (values: readonly number[]) => quantile(values, 0.95);

/** Prints a row; returns whether its targets are met. */
function report(what: string, { working, silent }: Times, hasTail: boolean): boolean {
  const [p50Times, p95Times] = [median(silent) / median(working), p95(silent) / p95(working)];
  const tail = ` p95 ${p95(working).toFixed(0)} ms, ${p95(silent).toFixed(0)} ms: ${p95Times.toFixed(2)} times.`;
  console.log(
    `${what}: p50 ${median(working).toFixed(0)} ms with a mail server that works, ${median(silent).toFixed(0)} ms with one that hangs: ${p50Times.toFixed(2)} times (limit: ${MAX_P50_TIMES}).${hasTail ? tail : ""}`,
  );
  return p50Times <= MAX_P50_TIMES && (!hasTail || p95Times <= MAX_P95_TIMES);
}

async function main(): Promise<number> {
  const [smtp, hanging] = [await startSmtp({ security: "none" }), await startSilent()];
  const subjects = {
    working: await open(smtp.server.port),
    silent: await open(hanging.port),
  };
  // A warm-up: the first load of a page takes longer.
  await compare(subjects, { times: 10, work: loadPage });
  const invites = await compare(subjects, { times: INVITES, work: invite });
  const pages = await compare(subjects, { times: PAGES, work: loadPage });
  console.log(
    `${smtp.accepted.length} mails arrived at the one; the other has ${hanging.connected()} connections without a response.`,
  );
  const isMet = [report("Invites", invites, false), report("Pages", pages, true)];
  for (const { product } of Object.values(subjects)) await product.stop();
  hanging.close();
  await smtp.close();
  const isTested = smtp.accepted.length >= INVITES && hanging.connected() > 0;
  return isTested && isMet.every(Boolean) ? 0 : 1;
}

await runBench(main, LONGEST_MS);
