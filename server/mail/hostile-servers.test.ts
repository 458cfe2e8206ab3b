import { expect, it, onTestFinished } from "vitest";
import { deferred } from "../testing/deferred";
import { startTcp } from "./testing/smtp";
import { mailStand, SHORT } from "./testing/stand";

const stand = await mailStand();
const { openMailer, write, rowOf, rows } = stand;

it.each([
  ["does not speak SMTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["sends without end", "220-hello\r\n".repeat(200_000)],
])("a server that %s only delays mail", async (_, text) => {
  const tcp = await startTcp((socket) => void socket.write(text));
  onTestFinished(tcp.close);
  const [id = ""] = await write({});
  await openMailer(tcp, { timeouts: SHORT }).drained();
  expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 1 });
});

it("a server that responds byte by byte does not hold a mail for ever", async () => {
  const tcp = await startTcp((socket) => {
    socket.write("220 hello\r\n");
    const timer = setInterval(() => socket.write("250-x\r\n"), 100);
    socket.on("close", () => clearInterval(timer));
  });
  onTestFinished(tcp.close);
  const [id = ""] = await write({});
  await openMailer(tcp, { timeouts: SHORT }).drained();
  expect(await rowOf(id)).toMatchObject({
    status: "pending",
    lastError: "The mail server did not respond in time.",
  });
});

it.each([
  ["a certificate of somebody else", { ca: "" }],
  ["no STARTTLS", { security: "none" as const }],
])(
  "nothing is sent to a server with %s, and no password",
  async (_, { ca, security }: { ca?: string; security?: "none" }) => {
    const logins: unknown[] = [];
    const smtp = await stand.startSmtp({
      ...(security && { security }),
      onAuth: (auth, __, callback) => {
        logins.push(auth);
        callback(null, { user: "ada" });
      },
    });
    const [id = ""] = await write({});
    const server = { ...smtp.server, security: "starttls" as const };
    await openMailer({ server, ...(ca === undefined && { ca: smtp.ca }) }).drained();
    expect(smtp.accepted).toEqual([]);
    expect(logins).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      lastError: expect.stringMatching(/TLS|connection/),
    });
  },
);

it("closing waits for the mail that is being sent, and releases the rest", async () => {
  const { promise: held, resolve: release } = deferred();
  const smtp = await stand.startSmtp({ onMail: () => held.then(() => null) });
  const ids = await write({}, {}, {});
  const mailer = openMailer(smtp, { connections: 1 });
  mailer.start();
  await expect.poll(() => mailer.stats().inFlight).toBe(1);
  const closed = mailer.close();
  release();
  await closed;
  const all = await rows();
  expect(all.filter(({ status }) => status === "sent")).toHaveLength(1);
  expect(all.filter(({ claimedBy }) => claimedBy !== null)).toEqual([]);
  await openMailer(smtp).drained();
  expect(smtp.accepted.map(({ id }) => id).sort()).toEqual(ids.sort());
});
