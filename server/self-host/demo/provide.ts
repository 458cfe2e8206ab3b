import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Core } from "../../core/kernel/actor";
import { disableOperator } from "../../core/team/operators";
import { isLoopbackUrl } from "../../core/values/addresses";
import type { Env } from "../../env";
import { readIfExists, readOrCreateSecret } from "../../stores/secret-file";
import { DEMO_LOGINS, DEMO_OPERATOR } from "./people";
import { RECEIVER_PATH } from "./receiver";
import { isEmptyStore, seedDemo } from "./seed";

const PASSWORD_BYTES = 12;

type DemoLogin = (typeof DEMO_LOGINS)[number];

export type Demo = {
  logins: readonly DemoLogin[];
  /** The initial password. Null at a public address, where it is not printed. */
  password: string | null;
  passwordFile: string;
};

/**
 * Email of the demo's operator if that login works without two-factor authentication: on embedded
 * stores that only this machine can reach. The address ends in .example, which nobody can own.
 */
export function demoOperatorOf({ databaseUrl, publicUrl }: Pick<Env, "databaseUrl" | "publicUrl">) {
  const isLocal = publicUrl === null || isLoopbackUrl(publicUrl);
  return databaseUrl === null && isLocal ? DEMO_OPERATOR : null;
}

/**
 * Fills an empty embedded store with the demo, once. The password file is written before the first
 * row and the marker after the last, so that the next start completes an interrupted one, and a
 * store whose demo was deleted is left alone. Null if there is no demo. At a public address, every
 * start disables the demo's operator.
 */
export async function provideDemo(
  core: Core,
  { dataDir, logDays }: { dataDir: string; logDays: number },
): Promise<Demo | null> {
  const passwordFile = join(dataDir, "demo-password");
  const mark = join(dataDir, "demo-complete");
  const isBegun = (await readIfExists(passwordFile)) !== null;
  if (!isBegun && !(await isEmptyStore(core))) return null;
  const password = await readOrCreateSecret(passwordFile, PASSWORD_BYTES);
  if ((await readIfExists(mark)) === null) {
    await seedDemo(core, { password, logDays });
    await writeFile(mark, "");
  }
  const isPublic = core.demoOperator === null;
  if (isPublic) await disableDemoOperator(core);
  const emails = DEMO_LOGINS.map(({ email }) => email);
  const users = await core.db.user.findMany({
    where: { emailKey: { in: emails }, disabledAt: null },
  });
  const left = new Set(users.map(({ emailKey }) => emailKey));
  const logins = DEMO_LOGINS.filter(({ email }) => left.has(email));
  if (logins.length === 0) return null;
  return { logins, password: isPublic ? null : password, passwordFile };
}

async function disableDemoOperator(core: Core): Promise<void> {
  const found = await core.db.user.findUnique({
    where: { emailKey: DEMO_OPERATOR, role: "operator", disabledAt: null },
  });
  if (!found) return;
  const actor = { kind: "system", name: "server start" } as const;
  // Even if it is the last one: the command line can create others.
  await disableOperator({ ...core, actor, address: null }, { userId: found.id, mayBeLast: true });
}

/** The lines that show the logins of the demo, and where its webhooks arrive, if they may. */
export function describeLogins(
  { logins, password, passwordFile }: Demo,
  siteUrl: string | null,
): string[] {
  if (password === null) {
    return [
      `The URL is public, so the demo operator is disabled. The password of the demo partners is in ${passwordFile}.`,
      "Create an operator: latchkey operator create --email you@example.com",
      "",
    ];
  }
  const lines = logins.map(
    ({ role, email }) => `  ${`demo ${role}`.padEnd(14)} ${email.padEnd(26)} ${password}`,
  );
  const arriving = `Webhooks of the demo partner arrive at ${siteUrl}${RECEIVER_PATH}`;
  return ["Sign in with:", ...lines, ...(siteUrl ? [arriving] : []), ""];
}
