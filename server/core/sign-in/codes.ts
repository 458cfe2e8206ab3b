import { randomBytes } from "node:crypto";
import type { Prisma } from "../../../prisma/client/client";
import type { Core, Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { asciiDigits } from "../values/digits";
import { sha256 } from "../values/sha256";

const RECOVERY_CODES = 10;
/**
 * The distance of the two outermost time steps that are valid at one time: one behind, one ahead.
 */
const MAX_STEPS_APART = 2;

// Crockford's alphabet, without letters that look like digits.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 16;

/**
 * Accepts a code of the authenticator app or a recovery code, and marks it used in the caller's
 * transaction. The updates themselves decide: of two concurrent uses of a code, only one succeeds.
 * Throws `second_factor_invalid`.
 */
export async function acceptCode(
  tx: Tx,
  core: Core,
  input: { userId: string; code: string; now: Date },
): Promise<"app" | "recovery code"> {
  const { userId, now } = input;
  const code = bare(input.code);
  if (!/^\d{6}$/.test(code)) {
    const unused = { userId, hash: hashCode(code), usedAt: null };
    const { count } = await tx.recoveryCode.updateMany({ where: unused, data: { usedAt: now } });
    return count === 1 ? "recovery code" : fail("second_factor_invalid");
  }
  const factor = await tx.secondFactor.findUnique({ where: { userId } });
  if (!factor?.enabledAt) fail("second_factor_invalid");
  const lastStep = stepOf(core, factor, { code, now });
  if (lastStep === null) fail("second_factor_invalid");
  // A step this far ahead was stored by a clock that was ahead, and would reject valid codes until
  // then.
  const isUnused = [
    { lastStep: { lt: lastStep } },
    { lastStep: { gt: lastStep + MAX_STEPS_APART } },
  ];
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, OR: isUnused },
    data: { lastStep },
  });
  return count === 1 ? "app" : fail("second_factor_invalid");
}

/** The time step for which a code of the authenticator app is valid; null if it is not. */
export function stepOf(
  core: Core,
  { userId, sealed: bytes, sealedBy: by }: Prisma.SecondFactorGetPayload<object>,
  { code, now }: { code: string; now: Date },
): number | null {
  const sealed = { bytes, by };
  const checked = core.authenticators.check({ userId, sealed, code: bare(code), now });
  if (checked === "unreadable") {
    core.log.warn({ userId }, "two-factor secret was sealed with a different NEXTAUTH_SECRET");
  }
  return typeof checked === "string" ? null : checked.step;
}

// Apps and paper show codes in groups, and people type them so, with the digits of their keyboard.
const bare = (code: string) => asciiDigits(code.replace(/[\s-]/g, ""));

/**
 * Replaces the recovery codes with ten new ones of 80 random bits; only their hashes are stored.
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, hash: hashCode(code) })),
  });
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"));
}

function newCode(): string {
  let code = "";
  for (const byte of randomBytes(CODE_LENGTH)) code += ALPHABET.charAt(byte & 31);
  return code;
}

// Normalized first: case is ignored, and letters outside the alphabet become the digits they look
// like.
function hashCode(code: string): Uint8Array<ArrayBuffer> {
  return sha256(code.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1"));
}
