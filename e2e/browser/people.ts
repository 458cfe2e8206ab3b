import { randomBytes } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { sessionCookie } from "../../server/auth/current";
import { createAlert } from "../../server/core/alerts/mutations";
import type { AlertCreate } from "../../server/core/alerts/schema";
import { beginImport, finishImport, importBatch } from "../../server/core/imports/mutations";
import type { Ctx, TeamRole } from "../../server/core/kernel/actor";
import { issueKey, revokeKey, rotateKey } from "../../server/core/keys/mutations";
import type { KeyIssue } from "../../server/core/keys/schema";
import { reportLeak } from "../../server/core/leaks/mutations";
import { decideLimitRequest, openLimitRequest } from "../../server/core/limit-requests/mutations";
import { createPartner, setPartnerStatus } from "../../server/core/partners/mutations";
import { changePayoutDetails } from "../../server/core/payout-details/mutations";
import { issuePlatformKey } from "../../server/core/platform-keys/mutations";
import { endDevices } from "../../server/core/sign-in/devices";
import { redeemLink } from "../../server/core/sign-in/links";
import { findSessionActor, signIn as startSession } from "../../server/core/sign-in/sessions";
import { inviteOperator, inviteUser, resetUser } from "../../server/core/team/invitations";
import { setMemberRole } from "../../server/core/team/members";
import { createTransfers, markTransfers } from "../../server/core/transfers/mutations";
import { listDue } from "../../server/core/transfers/queries";
import { emailKey } from "../../server/core/values/text";
import { readEnv } from "../../server/env";
import { openPostgres } from "../../server/stores/postgres";
import { type Authenticator, authenticator, enrol } from "../../server/testing/authenticator";
import { quickPasswords } from "../../server/testing/quick-passwords";
import { openWiring, type Wiring } from "../../server/wiring";
import { stage } from "../support/stage";
import { businessOf } from "./business";
import { hydrated } from "./hydrated";
import { owe, owePayees, PAID_TO } from "./payees";
import { type Called, call } from "./traffic";
import { webhooksOf } from "./webhooks";

export const PASSWORD = "correct horse battery";

export type Credentials = { email: string; password: string; secondFactor?: Authenticator };
export type Person = Credentials & {
  /** Signs in without a browser; returns the session cookie. */
  session(userAgent: string): Promise<{ name: string; value: string }>;
};
export type Team = { partnerId: string; code: string; name: string; owner: Person };

export type People = ReturnType<typeof peopleOf>;

/** Opens the stores of the product under test. Close it with `close()`. */
export async function openPeople(stores: {
  databaseUrl: string;
  redisUrl: string;
  secret: string;
}) {
  const env = readEnv({
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
  });
  const postgres = openPostgres({ connectionString: stores.databaseUrl });
  const { secret } = stores;
  const passwords = quickPasswords();
  const wiring = await openWiring({ env, postgres, secret, hasOwnServer: false, passwords });
  return peopleOf(wiring, secret);
}

/** Creates a test's users and keys through the same functions as the product's command line. */
function peopleOf(wiring: Wiring, secret: string) {
  const ctx: Ctx = { ...wiring.core, actor: { kind: "system", name: "test" }, address: null };
  const choose = async ({ email, token }: { email: string; token: string }): Promise<Person> => {
    await redeemLink(ctx, { token, password: PASSWORD });
    return personOf(wiring, secret, { email, password: PASSWORD });
  };
  const enrolled = async (person: Person): Promise<Person> =>
    personOf(wiring, secret, await withSecondFactor(wiring, person));
  return {
    close: () => wiring.close(),
    business: businessOf(ctx),
    webhooks: webhooksOf(ctx),
    /** An import by the command line with rejected lines; unfinished by default. */
    async importCustomers(reasons: readonly string[], { isDone = true } = {}): Promise<string> {
      const kind = { kind: "customers", partner: null } as const;
      const { runId } = await beginImport(ctx, { ...kind, fileHash: null });
      const unreadable = reasons.map((reason, index) => ({ line: index + 2, reason }));
      const lines = { afterLine: 0, throughLine: reasons.length + 1, lines: [], unreadable };
      await importBatch(ctx, { ...kind, runId, ...lines });
      if (isDone) await finishImport(ctx, { runId });
      return runId;
    },
    finishImport: (runId: string) => finishImport(ctx, { runId }),

    /** A partner of the test's own, with an owner who can sign in. */
    async team(name = "Acme Reselling"): Promise<Team> {
      const code = `t-${randomBytes(5).toString("hex")}`;
      const ownerEmail = `owner@${code}.example`;
      const made = await createPartner(ctx, { code, name, revsharePct: 22.5, ownerEmail });
      if (!made.invite) throw new Error("a partner with an owner comes with an invite");
      const owner = await choose(made.invite);
      return { partnerId: made.partner.id, code, name, owner };
    },
    async member(team: Team, role: TeamRole): Promise<Person> {
      const email = `${role}-${randomBytes(3).toString("hex")}@${team.code}.example`;
      return choose(await inviteUser(ctx, { partnerId: team.partnerId, email, role }));
    },
    async operator(): Promise<Person> {
      const email = `operator-${randomBytes(5).toString("hex")}@latchkey.example`;
      return enrolled(await choose(await inviteOperator(ctx, { email })));
    },
    platformKey: (label: string) => issuePlatformKey(ctx, { label, scopes: ["keys:verify"] }),
    /** An operator who was invited and has chosen a password, but has no second factor. */
    async newcomer(): Promise<Person> {
      const email = `newcomer-${randomBytes(5).toString("hex")}@latchkey.example`;
      return choose(await inviteOperator(ctx, { email }));
    },
    /** Turns a user's second factor on. */
    enrol: enrolled,
    /** Makes the last authentication of all of a user's sessions too old for sensitive actions. */
    ageProofs: ({ email }: Person) =>
      wiring.core.transact((tx) =>
        tx.session.updateMany({
          where: { user: { emailKey: email } },
          data: { provedAt: new Date(Date.now() - 16 * 60_000) },
        }),
      ),
    /** Makes a revoked key one that someone has revoked twelve minutes ago. */
    revokedBefore: (id: string, { by }: { by: string }) =>
      wiring.core.transact((tx) =>
        tx.apiKey.update({
          where: { id },
          data: {
            createdAt: new Date(Date.now() - 3_600_000),
            revokedAt: new Date(Date.now() - 12 * 60_000),
            revokedBy: by,
          },
        }),
      ),
    /** Creates a link to choose a new password. */
    reset: ({ email }: Person) => resetUser(ctx, { email }),
    /** Ends all sessions of a user. */
    async endSessions(person: Person): Promise<void> {
      await choose(await resetUser(ctx, { email: person.email }));
    },
    /** Creates an alert, as if it had been triggered three minutes ago. */
    async triggeredAlert({ partnerId }: Team, rule: AlertCreate): Promise<void> {
      const { id } = await createAlert(ctx, { partnerId, ...rule });
      const firedAt = new Date(Date.now() - 3 * 60_000);
      await ctx.transact((tx) => tx.alert.update({ where: { id }, data: { firedAt } }));
    },
    /** Adds payout details, which wait. */
    payoutDetails: ({ partnerId }: Team) =>
      changePayoutDetails(ctx, { partnerId, ...PAID_TO, holder: `${PAID_TO.holder} & Co. KG` }),
    /** Adds a payout, of a month of its own, with payout details to which it can be transferred. */
    owe: async ({ partnerId }: Team, amount: number, currency = "EUR") => {
      const atOnce = { ...ctx, payoutDetails: { ...ctx.payoutDetails, waitHours: 0 } };
      await changePayoutDetails(atOnce, { partnerId, ...PAID_TO });
      return owe(ctx, { partnerId, amount, currency });
    },
    oweMore: (input: Parameters<typeof owe>[1]) => owe(ctx, input),
    payees: (input: Parameters<typeof owePayees>[1]) => owePayees(ctx, input),
    /** Transfers what a team is owed, and marks the transfers. */
    transfer: async ({ partnerId }: Team, status: "paid" | "failed" | null) => {
      const due = await listDue(ctx, { partnerId });
      const items = due
        .filter(({ reason }) => reason === null)
        .map(({ currency, amount }) => ({ partnerId, currency, amount }));
      const made = await createTransfers(ctx, { items });
      const transferIds = made.flatMap(({ transfer }) => transfer?.id ?? []);
      const reference = `SEPA ${transferIds.length}`;
      if (status) await markTransfers(ctx, { transferIds, status, reference });
      return transferIds;
    },
    mark: (transferIds: string[], status: "paid" | "failed") =>
      markTransfers(ctx, { transferIds, status, reference: "SEPA" }),
    alert: ({ partnerId }: Team, rule: AlertCreate) => createAlert(ctx, { partnerId, ...rule }),
    /** Invites a developer; returns the token of the unused one-time link. */
    invite: (team: Team, email: string) =>
      inviteUser(ctx, { partnerId: team.partnerId, email, role: "developer" }),
    issue: (team: Team, input: Partial<KeyIssue> & { label: string }) =>
      issueKey(ctx, { partnerId: team.partnerId, scopes: [], ...input }),
    /** As if its partner had been notified that it expires. */
    notifiedOfExpiry: ({ id, expiresAt }: { id: string; expiresAt: Date | null }) =>
      ctx.transact((tx) =>
        tx.apiKey.update({ where: { id }, data: { expiryToldFor: expiresAt, expiryToldDays: 1 } }),
      ),
    /** As if a key had been found in a public repository. */
    leak: (plaintext: string) =>
      reportLeak(ctx, { plaintext, source: "commit", url: "https://github.com/octocat/shop" }),
    rotate: (keyId: string) => rotateKey(ctx, { keyId }),
    revoke: (keyId: string) => revokeKey(ctx, { keyId, after: "now" }),
    /** Records this many successful and rate-limited requests of a key in the current minute. */
    async used(keyId: string, times: { answered: number; refused: number }): Promise<void> {
      const statuses = [
        ...Array<number>(times.answered).fill(200),
        ...Array<number>(times.refused).fill(429),
      ];
      const at = wiring.core.clock.now();
      for (const status of statuses) wiring.recorder.record({ keyId, at, status, address: null });
      await wiring.recorder.flush();
    },
    /** Records requests of a key at any time and with any response; returns their IDs. */
    called: (key: { id: string; partnerId: string }, how: Called) => call(wiring, key, how),
    askForMore: (keyId: string, wantedPerMinute: number, reason: string) =>
      openLimitRequest(ctx, { keyId, wantedPerMinute, reason }),
    approve: (id: string, perMinute: number) =>
      decideLimitRequest(ctx, { decision: "approve", id, perMinute }),
    decline: (id: string, answer: string) =>
      decideLimitRequest(ctx, { decision: "decline", id, answer }),
    /** Makes the person a viewer. */
    async demote({ email }: Credentials): Promise<void> {
      const { id } = await ctx.db.user.findUniqueOrThrow({ where: { emailKey: emailKey(email) } });
      await setMemberRole(ctx, { userId: id, role: "viewer", isExpected: undefined });
    },
    suspend: (team: Pick<Team, "partnerId">, reason?: string) =>
      setPartnerStatus(ctx, { partnerId: team.partnerId, status: "suspended", reason }),
  };
}

function personOf({ core }: Wiring, secret: string, credentials: Credentials): Person {
  const { email, password, secondFactor } = credentials;
  return {
    ...credentials,
    session: async (userAgent) => {
      const code = await secondFactor?.next();
      const input = { email, password, userAgent, address: "127.0.0.1", ...(code && { code }) };
      const { sessionId } = await startSession(core, input);
      return sessionCookie(sessionId, { secret, isSecure: false });
    },
  };
}

async function withSecondFactor({ core }: Wiring, person: Person): Promise<Credentials> {
  const { email, password } = person;
  const origin = { address: null, userAgent: null };
  const { sessionId } = await startSession(core, { email, password, ...origin });
  const within = async (id: string): Promise<Ctx> => {
    const actor = await findSessionActor(core, id);
    if (!actor) throw new Error("the session that was just made is gone");
    return { ...core, actor, address: null };
  };
  const enrolled = await enrol(await within(sessionId), password);
  // Enrolling renews the session: the one before still lacks the second factor.
  await endDevices(await within(enrolled.sessionId), { which: "all" });
  const secondFactor = authenticator(enrolled.secret, enrolled.recoveryCodes);
  return { email, password, secondFactor };
}

/**
 * Opens a page as an already signed-in user. The default is the API keys; operators are redirected
 * to their home page.
 */
export async function signIn(page: Page, person: Person, path = "/api-keys"): Promise<void> {
  const { name, value } = await person.session(await page.evaluate(() => navigator.userAgent));
  await page
    .context()
    .addCookies([{ name, value, url: stage().url, httpOnly: true, sameSite: "Lax" }]);
  await page.goto(path);
  await arrive(page);
}

/** Signs in through the form and waits for the next page. */
export async function signInByForm(
  page: Page,
  person: Credentials,
  path = "/sign-in",
): Promise<void> {
  await page.goto(path);
  await enterPassword(page, person);
  if (person.secondFactor) {
    await page.getByLabel("Code", { exact: true }).fill(await person.secondFactor.next());
    await page.getByRole("button", { name: "Confirm" }).click();
  }
  await arrive(page);
}

async function arrive(page: Page): Promise<void> {
  // On phones it is hidden until it is opened.
  const navigation = page.getByRole("navigation", { name: "Main", includeHidden: true });
  await expect(navigation).toBeAttached();
  await hydrated(page);
  // Streamed content is hidden in a separate element until it is shown, and would be found twice.
  await page.waitForFunction(() => document.querySelector('[hidden][id^="S:"]') === null);
}

/** Fills in and submits the sign-in form. */
export async function enterPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
