import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { changePayoutDetails } from "../core/payout-details/mutations";
import { getPayoutDetails } from "../core/payout-details/queries";
import { GIVEN } from "../core/payout-details/testing/given";
import { signIn } from "../core/sign-in/sessions";
import { readEnv } from "../env";
import { openPostgres } from "../stores/postgres";
import { codeAt, enrol } from "../testing/authenticator";
import { openPlatform, PASSWORD, type Platform, steppingClock } from "../testing/platform";
import { openWiring, type Wiring } from "../wiring";
import { currentActor, decodeToken, sessionCookie, sessionCookieName } from "./current";
import { authOptions } from "./options";

const clock = steppingClock();
const [OLD, NEW] = ["the old secret, ".padEnd(40, "o"), "the new secret, ".padEnd(40, "n")];

/** Runs `work` on a server over the platform's database with these secrets. */
async function serving<T>(
  platform: Platform,
  [secret, previous]: [string, string?],
  work: (wiring: Wiring) => Promise<T>,
): Promise<T> {
  const settings = previous === undefined ? {} : { NEXTAUTH_SECRET_PREVIOUS: previous };
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent", ...settings }),
    postgres: openPostgres({ connectionString: platform.databaseUrl }),
    secret,
    hasOwnServer: false,
    clock,
  });
  return work(wiring).finally(wiring.close);
}

const cookieOf = async (sessionId: string, { secrets }: Wiring) =>
  (await sessionCookie(sessionId, { secret: secrets[0], isSecure: false })).value;
const whoIs = (cookie: string, { core, secrets }: Wiring) =>
  currentActor(core, { cookie, secrets, address: null });

it("rotating the secret keeps sessions, cursors, two-factor authentication and payout details working", async () => {
  const platform = await openPlatform({ clock });
  const { partner, plaintext: key } = await platform.newPartnerWithKey();
  for (const name of ["a", "b"]) {
    await createCustomer(platform.system, {
      partnerId: partner.id,
      email: `${name}@example.com`,
      metadata: {},
    });
  }
  const person = await platform.newPerson(partner, "owner");
  const call = (wiring: Wiring, path: string) =>
    wiring
      .api({
        method: "GET",
        url: new URL(`http://latchkey.test/api/v1/reseller${path}`),
        address: null,
        header: (name) => (name === "authorization" ? `Bearer ${key}` : null),
        headerSize: () => 0,
        readBody: async () => null,
        isGone: () => false,
        forwarded: () => ({ peer: null, forwardedFor: null }),
      })
      .then(({ status, body }) => ({ status, body: JSON.parse(String(body)) }));

  const before = await serving(platform, [OLD], async (wiring) => {
    const enrolled = await enrol({ ...wiring.core, actor: person.actor, address: null }, PASSWORD);
    const system = { ...wiring.core, actor: platform.system.actor, address: null };
    const details = { ...GIVEN, iban: "DE89370400440532013000" };
    await changePayoutDetails(system, { partnerId: partner.id, ...details });
    const page = await call(wiring, "/accounts?limit=1");
    return {
      secret: enrolled.secret,
      cookie: await cookieOf(enrolled.sessionId, wiring),
      sessionId: enrolled.sessionId,
      cursor: page.body.next_cursor,
    };
  });
  const next = (wiring: Wiring) => call(wiring, `/accounts?limit=1&cursor=${before.cursor}`);
  const accountIn = async ({ core }: Wiring) => {
    const system = { ...core, actor: platform.system.actor, address: null };
    return (await getPayoutDetails(system, { partnerId: partner.id })).pending?.account;
  };
  const factorOpens = async ({ core }: Wiring) => {
    clock.advance(60_000);
    const code = codeAt(before.secret, clock.now().getTime());
    const input = { email: person.email, password: PASSWORD, code };
    return signIn(core, { ...input, address: null, userAgent: null }).then(
      () => true,
      () => false,
    );
  };

  // Step 1: servers that still sign with the old secret accept what new ones will sign.
  const renewed = await serving(platform, [NEW, OLD], (wiring) =>
    cookieOf(before.sessionId, wiring),
  );
  await serving(platform, [OLD, NEW], async (wiring) => {
    expect(await whoIs(renewed, wiring)).not.toBeNull();
    expect(await factorOpens(wiring)).toBe(true);
  });

  // Step 2: the new secret signs, the old one is accepted, and second factors are resealed.
  await serving(platform, [NEW, OLD], async (wiring) => {
    expect(await whoIs(before.cookie, wiring)).not.toBeNull();
    expect((await next(wiring)).status).toBe(200);
    const { sealedBy } = wiring.core.authenticators;
    const left = () =>
      platform.system.db.secondFactor.count({ where: { sealedBy: { not: sealedBy } } });
    await expect.poll(left).toBe(0);
    const { sealedBy: by } = wiring.core.payoutDetails.seals;
    const leftDetails = () =>
      platform.system.db.payoutDetails.count({ where: { sealedBy: { not: by } } });
    await expect.poll(leftDetails).toBe(0);
    expect(await factorOpens(wiring)).toBe(true);
  });

  // Step 3: without the old secret, its signatures are refused and second factors stay readable.
  await serving(platform, [NEW], async (wiring) => {
    expect(await whoIs(before.cookie, wiring)).toBeNull();
    expect(await whoIs(renewed, wiring)).not.toBeNull();
    expect((await next(wiring)).status).toBe(400);
    expect(await factorOpens(wiring)).toBe(true);
    expect(await accountIn(wiring)).toBe("DE89 •••• •••• 3000");
  });
  await platform.close();
});

/** Sends a request to next-auth's handler, and returns the body and the cookies of the response. */
async function sendToNextAuth(
  { core, secrets }: Wiring,
  request: { path: string[]; jar: Record<string, string>; body?: Record<string, string> },
) {
  const { path, jar, body } = request;
  const cookies = Object.entries(jar).map(([name, value]) => ({ name, value }));
  const answered: { body: unknown; cookies: string[] } = { body: null, cookies: [] };
  const response = {
    status: () => response,
    getHeader: () => answered.cookies,
    setHeader: (name: string, value: string[]) => {
      if (name === "Set-Cookie") answered.cookies = value;
      return response;
    },
    json: (sent: unknown) => Object.assign(answered, { body: sent }),
    send: (sent: unknown) => Object.assign(answered, { body: sent }),
    end: () => undefined,
  };
  const options = authOptions(core, { secrets, cookies, clientAddress: () => null });
  const query = { nextauth: path };
  const method = body === undefined ? "GET" : "POST";
  await NextAuth(
    { method, query, cookies: jar, headers: {}, body } as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const pairs = answered.cookies.map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return [name, decodeURIComponent(value)] as const;
  });
  return { body: answered.body, jar: Object.fromEntries(pairs) };
}

it.each([
  { loading: [OLD, NEW], sending: [NEW, OLD] },
  { loading: [NEW, OLD], sending: [OLD, NEW] },
] as const)(
  "a sign-in form that was loaded under another accepted secret works (%#)",
  async ({ loading, sending }) => {
    const platform = await openPlatform({ clock });
    const { email } = await platform.newPerson(await platform.newPartner(), "owner");
    const form = await serving(platform, [...loading], (wiring) =>
      sendToNextAuth(wiring, { path: ["csrf"], jar: {} }),
    );
    const { csrfToken } = form.body as { csrfToken: string };
    await serving(platform, [...sending], async (wiring) => {
      const submit = (token: string) =>
        sendToNextAuth(wiring, {
          path: ["callback", "credentials"],
          jar: form.jar,
          body: { csrfToken: token, email, password: PASSWORD, json: "true" },
        });
      const name = sessionCookieName(false);
      const signedIn = await submit(csrfToken);
      // The session outlives the old secret, so the current one encrypts it.
      expect(await decodeToken(signedIn.jar[name] ?? "", [sending[0]])).not.toBeNull();
      expect((await submit("another token")).jar).not.toHaveProperty([name]);
    });
    await platform.close();
  },
);

it("with an unknown secret, nobody stays signed in", async () => {
  const platform = await openPlatform({ clock });
  const { sessionId } = await platform.newPerson(await platform.newPartner(), "owner");
  const cookie = await serving(platform, [OLD], (wiring) => cookieOf(sessionId, wiring));
  await serving(platform, [NEW, "another secret".padEnd(40, "x")], async (wiring) => {
    expect(await whoIs(cookie, wiring)).toBeNull();
  });
  await platform.close();
});
