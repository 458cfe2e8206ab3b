import { createHash, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { platformForTests } from "../../testing/platform";
import type { Ctx, Tx } from "../kernel/actor";
import { beginImport, cancelImport, finishImport, importBatch } from "./mutations";
import { findImportOf, getImport } from "./queries";
import { createTurns } from "./turns";

const platform = await platformForTests();
const partner = await platform.newPartner();
const operator = platform.as((await platform.newOperator()).actor);

const newFile = () => ({
  kind: "customers" as const,
  partner: partner.code,
  fileHash: createHash("sha256").update(randomUUID()).digest("hex"),
});

function part(runId: string, afterLine: number, count = 2) {
  const lines = Array.from({ length: count }, (_, index) => {
    const line = afterLine + index + 1;
    return { line, record: { email: `${runId}-${line}@example.com` } };
  });
  const of = { kind: "customers" as const, partner: partner.code, runId };
  return { ...of, afterLine, throughLine: afterLine + count, lines, unreadable: [] };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

it("a canceled import keeps its rows, takes no more, and its file begins anew", async () => {
  const file = newFile();
  const { runId } = await beginImport(operator, { ...file, fileName: "October.csv" });
  await importBatch(operator, part(runId, 0));
  expect(await findImportOf(operator, file)).toMatchObject({ id: runId, fileName: "October.csv" });
  await cancelImport(operator, { runId });
  await cancelImport(operator, { runId });
  expect(await refusal(importBatch(operator, part(runId, 2)))).toEqual({
    code: "conflict",
    message: "The import was canceled.",
  });
  expect((await finishImport(operator, { runId })).imported).toBe(2);
  const canceled = await getImport(operator, { runId });
  expect(canceled).toMatchObject({ linesDone: 2, canceledAt: expect.any(Date) });
  const again = await beginImport(operator, file);
  expect(again).toMatchObject({ linesDone: 0 });
  expect(again.runId).not.toBe(runId);
  const rows = { ...part(runId, 0), runId: again.runId };
  expect(await importBatch(operator, rows)).toMatchObject({ imported: 0, existing: 2 });
});

it("a finished import can't be canceled", async () => {
  const { runId } = await beginImport(operator, newFile());
  await finishImport(operator, { runId });
  const finished = { code: "conflict", message: "The import is finished." };
  expect(await refusal(cancelImport(operator, { runId }))).toEqual(finished);
  expect(await refusal(cancelImport(operator, { runId: "imp_x" }))).toMatchObject({
    code: "not_found",
  });
});

it("of twenty who begin the same file and write its first part, one writes it", async () => {
  const file = newFile();
  const settled = await concurrently(Array(20).fill(file), async (one) => {
    const { runId } = await beginImport(operator, one);
    return importBatch(operator, part(runId, 0));
  });
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const reason = { code: "conflict", message: "Another process is importing this file." };
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject(Array(19).fill({ reason }));
  expect(await findImportOf(operator, file)).toMatchObject({ linesDone: 2, imported: 2 });
});

/** Finishes the run after each statement of a transaction, unless the transaction has locked it. */
function finishingBetween(tx: Tx, runId: string): Tx {
  const finish = () =>
    platform.wiring.core.transact(
      (other) => other.$executeRaw`UPDATE import_runs SET finished_at = now() WHERE id =
        (SELECT id FROM import_runs WHERE id = ${runId} FOR UPDATE SKIP LOCKED)`,
    );
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const value = Reflect.get(of, name);
        if (name === "importRun") return watch(value as object);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          const result = await value.apply(of, given);
          await finish();
          return result;
        };
      },
    });
  return watch(tx);
}

it("a file begins anew or goes on, also if its import is finished at that moment", async () => {
  const file = newFile();
  const { runId } = await beginImport(operator, file);
  const transact: Ctx["transact"] = (work) =>
    operator.transact((tx, outbox) => work(finishingBetween(tx, runId), outbox));
  expect((await beginImport({ ...operator, transact }, file)).runId).toBe(runId);
});

it("beginning needs a recent password or code, and only operators may", async () => {
  const { actor } = await platform.newOperator();
  if (actor.kind !== "operator") throw new Error("not an operator");
  const stale = platform.as({ ...actor, provedAt: new Date(Date.now() - 16 * 60_000) });
  expect(await refusal(beginImport(stale, newFile()))).toMatchObject({
    code: "reauthentication_required",
  });
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  expect(await refusal(findImportOf(owner, newFile()))).toMatchObject({ code: "forbidden" });
  expect(await refusal(cancelImport(owner, { runId: "imp_x" }))).toMatchObject({
    code: "forbidden",
  });
});

it("few parts are written at once, in order, and too many that wait are refused", async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 });
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const jobs = [0, 1, 2, 3, 4].map((n) =>
    inTurn(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 1) throw new Error("failed");
      return n;
    }).catch(() => "failed"),
  );
  expect(await refusal(inTurn(async () => null))).toMatchObject({ code: "unavailable" });
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    expect(begun.length).toBeLessThanOrEqual(n + 2);
    ends[n]?.();
  }
  expect(await Promise.all(jobs)).toEqual([0, "failed", 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(await inTurn(async () => "free")).toBe("free");
});

it("an import takes no parts of another kind or for another partner, and says why it takes none", async () => {
  const file = newFile();
  const { runId } = await beginImport(operator, file);
  const first = part(runId, 0);
  const other = await platform.newPartner();
  const isOther = { code: "conflict", message: "The part is not of this import." };
  for (const wrong of [{ partner: other.code }, { partner: null }, { kind: "charges" as const }]) {
    expect(await refusal(importBatch(operator, { ...first, ...wrong }))).toEqual(isOther);
  }
  expect(await importBatch(operator, first)).toMatchObject({ imported: 2 });
  await finishImport(operator, { runId });
  expect(await refusal(importBatch(operator, part(runId, 2)))).toEqual({
    code: "conflict",
    message: "The import is finished.",
  });
  expect(await refusal(importBatch(operator, part("imp_x", 0)))).toEqual({
    code: "not_found",
    message: "Import not found.",
  });
});
