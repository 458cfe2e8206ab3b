import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DEMO_LOGINS } from "../../prisma/demo/people";
import { isEmptyStore, seedDemo } from "../../prisma/seed";
import type { Core } from "../core/actor";
import { keepSecret, readKept } from "../stores/kept";

const PASSWORD_BYTES = 12;

/** Who can sign in to the demo, and with what, unless they have chosen another since. */
export type Demo = { logins: typeof DEMO_LOGINS; password: string };

/**
 * Fills an empty embedded store with the demo, once. The password file is written before the first
 * row and the mark after the last, so a start that was killed between them is finished by the next,
 * and a store whose demo was deleted stays as it is. Null where there is no demo.
 */
export async function provideDemo(
  core: Core,
  { dataDir, logDays }: { dataDir: string; logDays: number },
): Promise<Demo | null> {
  const passwordFile = join(dataDir, "demo-password");
  const mark = join(dataDir, "demo-complete");
  const isBegun = (await readKept(passwordFile)) !== null;
  if (!isBegun && !(await isEmptyStore(core))) return null;
  const password = await keepSecret(passwordFile, PASSWORD_BYTES);
  if ((await readKept(mark)) === null) {
    await seedDemo(core, { password, logDays });
    await writeFile(mark, "");
  }
  const emails = DEMO_LOGINS.map(({ email }) => email);
  const left = await core.db.user.count({ where: { emailKey: { in: emails } } });
  return left === 0 ? null : { logins: DEMO_LOGINS, password };
}
