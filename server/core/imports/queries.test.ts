import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { beginImport, finishImport, importBatch } from "./mutations";
import { getImport, listImports, listRejections } from "./queries";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await platformForTests({ clock });

async function importAll(partner: string, ...batches: unknown[][]): Promise<string> {
  clock.advance(1_000);
  const kind = "customers" as const;
  const { runId } = await beginImport(platform.system, { kind, partner, fileHash: null });
  let afterLine = 0;
  for (const records of batches) {
    const lines = records.map((record, index) => ({ line: afterLine + index + 1, record }));
    const throughLine = afterLine + records.length;
    const batch = { kind, partner, runId, afterLine, throughLine, lines, unreadable: [] };
    await importBatch(platform.system, batch);
    afterLine = throughLine;
  }
  await finishImport(platform.system, { runId });
  return runId;
}

it("stores an import's counts and its rejected lines in file order", async () => {
  const { code } = await platform.newPartner();
  const [good, better, bad] = [{ email: "a@example.com" }, { email: "b@example.com" }, {}];
  const runId = await importAll(code, [bad, good, bad], [better, bad]);
  const run = await getImport(platform.system, { runId });
  expect(run).toMatchObject({ linesDone: 5, imported: 2, rejected: 3, partnerCode: code });
  const first = await listRejections(platform.system, { runId, limit: 2 });
  const cursor = first.nextCursor ?? undefined;
  const second = await listRejections(platform.system, { runId, limit: 2, cursor });
  expect([...first.data, ...second.data].map(({ line }) => line)).toEqual([1, 3, 5]);
  expect(second.nextCursor).toBeNull();
});

it("lists imports newest first, each once", async () => {
  const { code } = await platform.newPartner();
  const made = [await importAll(code), await importAll(code), await importAll(code)];
  const first = await listImports(platform.system, { limit: 2 });
  const rest = await listImports(platform.system, {
    limit: 100,
    cursor: first.nextCursor ?? undefined,
  });
  const ids = [...first.data, ...rest.data].map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual(made.reverse());
  expect(new Set(ids).size).toBe(ids.length);
});

it("does not show an import as interrupted while it finds only existing rows", async () => {
  const { code: partner } = await platform.newPartner();
  const kind = "customers" as const;
  await importAll(partner, [{ email: "d@example.com" }]);
  const { runId } = await beginImport(platform.system, { kind, partner, fileHash: null });
  for (let line = 1; line <= 3; line++) {
    clock.advance(9 * 60_000);
    const lines = [{ line, record: { email: "d@example.com" } }];
    const place = { runId, afterLine: line - 1, throughLine: line };
    const batch = { kind, partner, ...place, lines, unreadable: [] };
    expect(await importBatch(platform.system, batch)).toMatchObject({ imported: 0, existing: 1 });
  }
  expect((await getImport(platform.system, { runId })).isBrokenOff).toBe(false);
});

it("shows an import as interrupted after 10 minutes without a write, until it resumes", async () => {
  const { code: partner } = await platform.newPartner();
  const kind = "customers" as const;
  const file = { kind, partner, fileHash: "a".repeat(64) };
  const { runId } = await beginImport(platform.system, file);
  const isBrokenOff = async () => (await getImport(platform.system, { runId })).isBrokenOff;
  clock.advance(9 * 60_000);
  const lines = [{ line: 1, record: { email: "c@example.com" } }];
  const batch = { kind, partner, runId, afterLine: 0, throughLine: 1, lines, unreadable: [] };
  await importBatch(platform.system, batch);
  clock.advance(9 * 60_000);
  expect(await isBrokenOff()).toBe(false);
  clock.advance(2 * 60_000);
  expect(await isBrokenOff()).toBe(true);
  await beginImport(platform.system, file);
  expect(await isBrokenOff()).toBe(false);
  await finishImport(platform.system, { runId });
  clock.advance(11 * 60_000);
  expect(await isBrokenOff()).toBe(false);
});

it("an import that moved last while the clock ran ahead is shown as interrupted", async () => {
  const { code: partner } = await platform.newPartner();
  clock.advance(365 * 86_400_000);
  const { runId } = await beginImport(platform.system, {
    kind: "customers",
    partner,
    fileHash: null,
  });
  expect(await getImport(platform.system, { runId })).toMatchObject({ isBrokenOff: false });
  clock.advance(-365 * 86_400_000);
  expect(await getImport(platform.system, { runId })).toMatchObject({ isBrokenOff: true });
});
