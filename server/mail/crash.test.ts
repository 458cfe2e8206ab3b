import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isThorough } from "../testing/extent";
import type { OwnedProcess } from "../testing/processes";
import { spawnScript } from "../testing/script";
import { PASSWORD, type Smtp, USER } from "./testing/smtp";
import { mailStand } from "./testing/stand";

const stand = await mailStand();

const SCRIPT = fileURLToPath(new URL("testing/mailer-process.ts", import.meta.url));
/** As openPlatform() has it. */
const SECRET = "a secret of the tests, long enough to sign with";
const [ROUNDS, MAILS] = isThorough ? [5, 700] : [2, 400];
/** Of one process. */
const CONNECTIONS = 5;

/** A process that sends the mail of the platform's database. */
function startProcess({ server }: Smtp): OwnedProcess {
  const login = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  const url = `smtp://${login}@127.0.0.1:${server.port}`;
  const child = spawnScript(SCRIPT, { args: [stand.platform.databaseUrl, SECRET, url] });
  onTestFinished(() => child.signal("SIGKILL"));
  return child;
}

const idsWhere = async (where: object) =>
  (await stand.platform.system.db.mail.findMany({ where, select: { id: true } })).map(
    ({ id }) => id,
  );

async function kill(child: OwnedProcess): Promise<void> {
  child.signal("SIGKILL");
  await child.exited;
}

it(`${MAILS} mails arrive while two processes are killed ${ROUNDS} times: one is sent twice only if its acceptance was not recorded`, async () => {
  const smtp = await stand.startSmtp();
  const count = () => smtp.accepted.length;
  const ids = await stand.write(...Array.from({ length: MAILS }, () => ({})));
  const processes = [startProcess(smtp), startProcess(smtp)];
  /** Mails that were being sent when a process was killed. */
  const interrupted = new Set<string>();
  for (let round = 1; round <= ROUNDS; round++) {
    const target = Math.floor((MAILS * round) / (ROUNDS + 1));
    await expect.poll(count, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(target);
    const [oldest] = processes.splice(0, 1, startProcess(smtp));
    if (oldest) await kill(oldest);
    processes.reverse();
    const claimed = await idsWhere({ status: "pending", claimedBy: { not: null } });
    expect(claimed.length).toBeLessThanOrEqual(CONNECTIONS * (round + 2));
    for (const id of claimed) interrupted.add(id);
  }
  await Promise.all(processes.map(kill));
  for (const id of await idsWhere({ status: "pending", claimedBy: { not: null } })) {
    interrupted.add(id);
  }
  // As the end of the leases, a minute later.
  await stand.makeDue();
  await stand.openMailer(smtp).drained();

  const arrivals = new Map<string, number>();
  for (const { id } of smtp.accepted) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  expect([...arrivals.keys()].sort()).toEqual(ids.sort());
  expect(await idsWhere({ status: { not: "sent" } })).toEqual([]);
  const doubled = [...arrivals].filter(([, times]) => times > 1).map(([id]) => id);
  for (const id of doubled) expect(interrupted).toContain(id);
  for (const times of arrivals.values()) expect(times).toBeLessThanOrEqual(2);
  process.stdout.write(
    `${ROUNDS} rounds of SIGKILL: ${ids.length} mails arrived, ${doubled.length} of them twice, ${interrupted.size} were interrupted\n`,
  );
}, 600_000);
