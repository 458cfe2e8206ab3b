import { hash } from "node:crypto";
import type { Core, Tx } from "../actor";
import { networkOf } from "../addresses";
import { fail } from "../errors";
import { emailKey } from "../text";

/** Failures that cost nothing; from then on each doubles the wait, up to the longest. */
const FREE_FAILURES = { account: 5, address: 20, invites: 10 };
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;
/** A failure is forgotten after this. */
const MEMORY_MS = 24 * 3_600_000;
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;

type Subject = { name: string; free: number };
/** What a try is counted against. */
export type Subjects = { account: Subject; address: Subject | null };
type Attempt = { email: string; address: string | null };

/**
 * Counts a try of a password before it is looked at, so that many at once cannot slip through; a
 * successful one is taken back by clearAttempts(). Throws `too_many_attempts` with
 * `retry_after_seconds`, alike for accounts that exist and those that do not.
 */
export async function countAttempt(core: Core, attempt: Attempt): Promise<Subjects> {
  const now = core.clock.now();
  const account = await accountOf(core, "account", attempt, now);
  const address =
    attempt.address === null
      ? null
      : { name: subjectName("address", networkOf(attempt.address)), free: FREE_FAILURES.address };
  await countAll(core, [address, account], now);
  return { account, address };
}

/**
 * The same for a code of the second factor. It is counted apart from the password, and against the
 * account wherever it comes from: whoever tries codes has the right password already, and each use of
 * that would wipe out a common count.
 */
export async function countCode(core: Core, attempt: Attempt): Promise<Subjects> {
  const now = core.clock.now();
  const account = await accountOf(core, "code", attempt, now);
  await countAll(core, [account], now);
  return { account, address: null };
}

/**
 * The same for a partner's invites, of which only those fail that name an address in use: a team must
 * not find out by trying who else has an account.
 */
export async function countInvite(core: Core, partnerId: string): Promise<Subjects> {
  const account = { name: subjectName("invites", partnerId), free: FREE_FAILURES.invites };
  await countAll(core, [account], core.clock.now());
  return { account, address: null };
}

/** Takes back one try, which turned out to be no failure; those before it stay counted. */
export async function takeBack(tx: Tx, subjects: Subjects, now: Date): Promise<void> {
  const names = [subjects.account, subjects.address].flatMap((subject) => subject?.name ?? []);
  await tx.signInThrottle.updateMany({
    where: { subject: { in: names }, failures: { gt: 0 } },
    data: { failures: { decrement: 1 }, blockedUntil: now },
  });
}

/**
 * After everything was right: forgets the account's failures, takes back the one try that the address
 * was charged for, and remembers where it came from.
 */
export async function clearAttempts(
  tx: Tx,
  input: { subjects: Subjects; userId: string; address: string | null; now: Date },
): Promise<void> {
  const { subjects, userId, address, now } = input;
  await tx.signInThrottle.deleteMany({
    where: { OR: [{ subject: subjects.account.name }, { expiresAt: { lte: now } }] },
  });
  if (!subjects.address || address === null) return;
  await tx.signInThrottle.updateMany({
    where: { subject: subjects.address.name, failures: { gt: 0 } },
    data: { failures: { decrement: 1 }, blockedUntil: now },
  });
  await tx.knownAddress.upsert({
    where: { userId_address: { userId, address } },
    create: { userId, address, lastSeenAt: now },
    update: { lastSeenAt: now },
  });
}

// From an address that the account knows, failures are counted apart: strangers who guess at the
// account cannot make its owner wait.
async function accountOf(
  core: Core,
  kind: "account" | "code",
  attempt: Attempt,
  now: Date,
): Promise<Subject> {
  const key = emailKey(attempt.email);
  const { address } = attempt;
  const account = { name: subjectName(kind, key), free: FREE_FAILURES.account };
  if (address === null) return account;
  const known = await core.db.knownAddress.findFirst({
    where: {
      address,
      lastSeenAt: { gt: new Date(now.getTime() - KNOWN_ADDRESS_MS) },
      user: { emailKey: key },
    },
  });
  return known ? { ...account, name: subjectName(kind, key, address) } : account;
}

// Hashed, so that the table is no list of who tried to sign in and from where.
function subjectName(...parts: string[]): string {
  return hash("sha256", JSON.stringify(parts), "hex");
}

async function countAll(core: Core, subjects: (Subject | null)[], now: Date): Promise<void> {
  let waitMs = 0;
  for (const subject of subjects) {
    if (!subject) continue;
    const blockedUntil = await core.transact((tx) => countOne(tx, subject, now));
    waitMs = Math.max(waitMs, blockedUntil ? blockedUntil.getTime() - now.getTime() : 0);
  }
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  fail("too_many_attempts", {
    message: `too many failed attempts: try again in ${seconds} s`,
    details: { retry_after_seconds: seconds },
  });
}

/** Counts one failure of a subject that is not blocked; returns until when it is, or null. */
async function countOne(tx: Tx, subject: Subject, now: Date): Promise<Date | null> {
  const before = await lockSubject(tx, subject.name, now);
  const leftMs = before.blockedUntil.getTime() - now.getTime();
  // More than was earned: a clock that ran ahead has written it, and would shut people out for as long.
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

function waitAfter(failures: number, { free }: Subject): number {
  const doublings = failures - free;
  return doublings < 0 ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings);
}

async function lockSubject(tx: Tx, subject: string, now: Date) {
  await tx.signInThrottle.createMany({
    data: [{ subject, failures: 0, blockedUntil: now, expiresAt: now }],
    skipDuplicates: true,
  });
  await tx.$queryRaw`SELECT 1 FROM sign_in_throttles WHERE subject = ${subject} FOR UPDATE`;
  return tx.signInThrottle.findUniqueOrThrow({ where: { subject } });
}
