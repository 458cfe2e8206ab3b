import { hash } from "node:crypto";
import type { Prisma } from "../../../prisma/client/client";
import type { Core, Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { sharedNow } from "../kernel/shared-now";
import { networkOf } from "../values/addresses";
import { emailKey } from "../values/text";

/** Failures without a wait; each further one doubles the wait, up to the maximum. */
const FREE_FAILURES = { account: 5, address: 20, invites: 10 };
const WAITS = { firstMs: 5_000, maxMs: 15 * 60_000 };
/**
 * The waits between codes of an account. With the five a day that its own addresses have besides,
 * no more codes are checked than with a wait of 15 minutes and without these addresses.
 */
const CODE_WAITS = { firstMs: 5_000, maxMs: 16 * 60_000 };
const OWN_CODE_WAITS = { firstMs: 24 * 3_600_000, maxMs: 24 * 3_600_000 };
/** Failures are forgotten after this time. */
const MEMORY_MS = 24 * 3_600_000;
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;
/** Bounds the cost of a lookup that anyone can cause. */
const MOST_LOOKED_UP = 100;

type Subject = { name: string; free: number; waits?: typeof WAITS };
/** The counters of an attempt, and when it was counted. */
export type Subjects = { account: Subject; address: Subject | null; at: Date };
type Attempt = { email: string; address: string | null };

/**
 * Counts a password attempt before it is checked, so that concurrent attempts can't bypass the
 * limit; clearAttempts() takes a successful one back. Throws `too_many_attempts` with
 * `retry_after_seconds`, whether or not the account exists.
 */
export async function countAttempt(core: Core, attempt: Attempt): Promise<Subjects> {
  const at = await sharedNow(core);
  const account = await accountOf(core, attempt, at);
  const address =
    attempt.address === null
      ? null
      : { name: subjectName("address", networkOf(attempt.address)), free: FREE_FAILURES.address };
  await countAll(core, [address, account], at);
  return { account, address, at };
}

/**
 * Like countAttempt(), for a code of the second factor. Codes have their own counter, per account
 * regardless of address: whoever guesses at this step knows the password, and signing in with it
 * would reset a shared counter. While that counter blocks the account, the networks at which its
 * owner has entered a code have a few attempts of their own, all together, so that somebody with
 * the password can't lock out the owner.
 */
export async function countCode(
  core: Core,
  attempt: Attempt & { userId: string },
): Promise<Subjects> {
  const at = await sharedNow(core);
  const key = emailKey(attempt.email);
  const free = FREE_FAILURES.account;
  const account = { name: subjectName("code", key), free, waits: CODE_WAITS };
  const waitMs = await countEach(core, [account], at);
  if (waitMs === 0) return { account, address: null, at };
  if (!(await hasProvedCode(core, attempt))) failBlocked(waitMs);
  const own = { name: subjectName("code at own", key), free, waits: OWN_CODE_WAITS };
  const ownWaitMs = await countEach(core, [own], at);
  if (ownWaitMs > 0) failBlocked(Math.min(waitMs, ownWaitMs));
  return { account: own, address: null, at };
}

/**
 * Like countAttempt(), for a partner's invites. Only invites to an email address in use count as
 * failures: a team must not find out by trying who has an account.
 */
export async function countInvite(core: Core, partnerId: string): Promise<Subjects> {
  const account = { name: subjectName("invites", partnerId), free: FREE_FAILURES.invites };
  const at = await sharedNow(core);
  await countAll(core, [account], at);
  return { account, address: null, at };
}

/** Takes back one attempt that was not a failure; earlier ones stay counted. */
export async function takeBack(tx: Tx, subjects: Subjects): Promise<void> {
  const names = [subjects.account, subjects.address].flatMap((subject) => subject?.name ?? []);
  await tx.signInThrottle.updateMany({
    where: { subject: { in: names }, failures: { gt: 0 } },
    data: { failures: { decrement: 1 }, blockedUntil: subjects.at },
  });
}

/**
 * After success: clears the account's failures, and takes back the one attempt counted for the
 * address.
 */
export async function clearAttempts(tx: Tx, subjects: Subjects): Promise<void> {
  await tx.signInThrottle.deleteMany({
    where: { OR: [{ subject: subjects.account.name }, { expiresAt: { lte: subjects.at } }] },
  });
  if (!subjects.address) return;
  await tx.signInThrottle.updateMany({
    where: { subject: subjects.address.name, failures: { gt: 0 } },
    data: { failures: { decrement: 1 }, blockedUntil: subjects.at },
  });
}

/** Call only after the password, and the code if the account has a second factor. */
export async function rememberAddress(
  tx: Tx,
  input: { userId: string; address: string | null; now: Date },
): Promise<void> {
  const { userId, address, now } = input;
  if (address === null) return;
  await tx.knownAddress.upsert({
    where: { userId_address: { userId, address } },
    create: { userId, address, lastSeenAt: now },
    update: { lastSeenAt: now },
  });
}

/**
 * Whether the account signed in from the address's network within 30 days: for IPv6 the /64, within
 * which most machines change their address daily. False without an account.
 */
export async function isKnownNetwork(core: Core, attempt: Attempt): Promise<boolean> {
  const { address, email } = attempt;
  if (address === null) return false;
  const known = await core.db.knownAddress.findMany({
    where: knownTo(email, core.clock.now()),
    select: { address: true },
    orderBy: { lastSeenAt: "desc" },
    take: MOST_LOOKED_UP,
  });
  const network = networkOf(address);
  return known.some((one) => networkOf(one.address) === network);
}

/** Like isKnownNetwork(), but only if a code was entered there, of the factor in use. */
async function hasProvedCode(
  core: Core,
  { userId, address }: { userId: string; address: string | null },
): Promise<boolean> {
  const factor = await core.db.secondFactor.findUnique({ where: { userId } });
  if (!factor?.enabledAt || address === null) return false;
  const since = core.clock.now().getTime() - KNOWN_ADDRESS_MS;
  const network = networkOf(address);
  const known = await core.db.knownAddress.findMany({
    where: { userId, lastSeenAt: { gt: new Date(Math.max(since, factor.enabledAt.getTime())) } },
    select: { address: true },
    orderBy: { lastSeenAt: "desc" },
    take: MOST_LOOKED_UP,
  });
  return known.some((one) => networkOf(one.address) === network);
}

function knownTo(email: string, now: Date): Prisma.KnownAddressWhereInput {
  const since = new Date(now.getTime() - KNOWN_ADDRESS_MS);
  return { lastSeenAt: { gt: since }, user: { emailKey: emailKey(email) } };
}

// Failures from an address that the account knows are counted separately: strangers who guess at
// the account can't make its owner wait.
async function accountOf(core: Core, attempt: Attempt, now: Date): Promise<Subject> {
  const key = emailKey(attempt.email);
  const { address } = attempt;
  const account = { name: subjectName("account", key), free: FREE_FAILURES.account };
  if (address === null) return account;
  const known = await core.db.knownAddress.findFirst({
    where: { address, ...knownTo(attempt.email, now) },
  });
  return known ? { ...account, name: subjectName("account", key, address) } : account;
}

// Hashed, so that the table does not list who tried to sign in and from where.
function subjectName(...parts: string[]): string {
  return hash("sha256", JSON.stringify(parts), "hex");
}

async function countAll(core: Core, subjects: (Subject | null)[], now: Date): Promise<void> {
  const waitMs = await countEach(core, subjects, now);
  if (waitMs > 0) failBlocked(waitMs);
}

/** Counts a failure of each subject that is not blocked; returns the longest wait of the others. */
async function countEach(core: Core, subjects: (Subject | null)[], now: Date): Promise<number> {
  let waitMs = 0;
  for (const subject of subjects) {
    if (!subject) continue;
    const blockedUntil = await core.transact((tx) => countOne(tx, subject, now));
    waitMs = Math.max(waitMs, blockedUntil ? blockedUntil.getTime() - now.getTime() : 0);
  }
  return waitMs;
}

function failBlocked(waitMs: number): never {
  const seconds = Math.ceil(waitMs / 1000);
  return fail("too_many_attempts", {
    message: `Too many failed attempts. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  });
}

/** Counts one failure of a subject that is not blocked; otherwise returns when its block ends. */
async function countOne(tx: Tx, subject: Subject, now: Date): Promise<Date | null> {
  const before = await lockSubject(tx, subject.name, now);
  const leftMs = before.blockedUntil.getTime() - now.getTime();
  // A longer block than its failures justify was stored by a clock that was ahead, and is ignored.
  if (leftMs > 0 && leftMs <= waitAfter(before.failures, subject)) return before.blockedUntil;
  const failures = (before.expiresAt > now ? before.failures : 0) + 1;
  const waitMs = waitAfter(failures, subject);
  await tx.signInThrottle.update({
    where: { subject: subject.name },
    data: {
      failures,
      blockedUntil: new Date(now.getTime() + waitMs),
      expiresAt: new Date(now.getTime() + MEMORY_MS),
    },
  });
  return null;
}

function waitAfter(failures: number, { free, waits = WAITS }: Subject): number {
  const doublings = failures - free;
  return doublings < 0 ? 0 : Math.min(waits.maxMs, waits.firstMs * 2 ** doublings);
}

async function lockSubject(tx: Tx, subject: string, now: Date) {
  await tx.signInThrottle.createMany({
    data: [{ subject, failures: 0, blockedUntil: now, expiresAt: now }],
    skipDuplicates: true,
  });
  await tx.$queryRaw`SELECT 1 FROM sign_in_throttles WHERE subject = ${subject} FOR UPDATE`;
  return tx.signInThrottle.findUniqueOrThrow({ where: { subject } });
}
