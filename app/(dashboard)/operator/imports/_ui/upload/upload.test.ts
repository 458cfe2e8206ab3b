import fc from "fast-check";
import { expect, it } from "vitest";
import { unpackLines } from "@/server/core/imports/parts";
import { createUpload, type Upload, type UploadCalls } from "./upload";

const KNOWN = ["email", "name"];

function fileOf(text: string, name = "customers.csv") {
  return Object.assign(new Blob([text]), { name });
}
const rowsOf = (count: number) =>
  `email,name\n${Array.from({ length: count }, (_, n) => `p${n}@example.com,"A\nB"\n`).join("")}`;

class Refusal extends Error {
  constructor(
    readonly code: "conflict" | "unreachable" | "forbidden",
    message: string,
  ) {
    super(message);
  }
}

/** An import on a server. `faults` say of each call whether it is lost, before or after its work. */
function serverWith(faults: Iterator<"before" | "after" | "none">) {
  const run = { linesDone: 0, isOver: false, finished: 0 };
  const written: string[] = [];
  const rejected: { line: number; reason: string }[] = [];
  const flaky = async <T>(work: () => T): Promise<T> => {
    const fault = faults.next().value ?? "none";
    const lost = new Refusal("unreachable", "Can't reach the server.");
    if (fault === "before") throw lost;
    const result = work();
    if (fault === "after") throw lost;
    return result;
  };
  const calls: UploadCalls = {
    progress: () => flaky(() => ({ linesDone: run.linesDone, isOver: run.isOver })),
    write: (part) =>
      flaky(() => {
        expect(JSON.stringify(part).length).toBeLessThan(64_000);
        if (run.isOver || run.linesDone !== part.afterLine) {
          throw new Refusal("conflict", "Another process is importing this file.");
        }
        for (const { record } of unpackLines(part.lines)) {
          written.push((record as { email: string }).email);
        }
        rejected.push(...part.unreadable);
        run.linesDone = part.throughLine;
      }),
    finish: () => flaky(() => run.finished++),
    failureOf: (error) => {
      const { code, message } = error as Refusal;
      return { code, message, details: {}, mayPass: code === "unreachable" };
    },
    wait: async () => {},
  };
  return { run, written, rejected, calls };
}

const noFaults = { next: () => ({ value: "none" as const }) };

function settled(upload: Upload): Promise<ReturnType<Upload["state"]>> {
  const isSettled = () => ["done", "stopped"].includes(upload.state().status);
  return new Promise((resolve) => {
    const look = () => isSettled() && resolve(upload.state());
    upload.subscribe(look);
    look();
  });
}

const of = (text: string, name?: string) => ({
  runId: "imp_1",
  kind: "customers" as const,
  known: KNOWN,
  file: fileOf(text, name),
});

it("sends every row once, whichever calls are lost, also before the server or after it", async () => {
  const fault = fc.constantFrom("none", "none", "before", "after");
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 40 }), async (faults) => {
      const { run, written, calls } = serverWith(faults.values());
      const upload = createUpload(of(rowsOf(5_000)), calls);
      expect(await settled(upload)).toEqual({ status: "done", message: null, share: 1 });
      expect(written).toEqual(Array.from({ length: 5_000 }, (_, n) => `p${n}@example.com`));
      expect(run.finished).toBeGreaterThan(0);
    }),
    { numRuns: 30 },
  );
});

it("goes on where an import is, with the file chosen again", async () => {
  const { run, written, calls } = serverWith(noFaults);
  run.linesDone = 1 + 2 * 3_000;
  await settled(createUpload(of(rowsOf(5_000)), calls));
  expect(written).toHaveLength(2_000);
  expect(written[0]).toBe("p3000@example.com");
});

it("stops if another process writes the same import, and goes on when it is told to", async () => {
  const { run, written, calls } = serverWith(noFaults);
  let isTaken = false;
  const write: UploadCalls["write"] = async (part) => {
    if (!isTaken && part.afterLine > 0) {
      isTaken = true;
      run.linesDone = part.throughLine;
    }
    return calls.write(part);
  };
  const upload = createUpload(of(rowsOf(5_000)), { ...calls, write });
  const message = "Another process is importing this file.";
  expect(await settled(upload)).toMatchObject({ status: "stopped", message });
  const before = written.length;
  upload.resume();
  expect(await settled(upload)).toMatchObject({ status: "done" });
  expect(new Set(written).size).toBe(written.length);
  expect(written.length).toBeGreaterThan(before);
});

it("pauses after the part that is on its way, and resumes", async () => {
  const { written, calls } = serverWith(noFaults);
  const write: UploadCalls["write"] = async (part) => {
    if (part.afterLine === 0) upload.pause();
    return calls.write(part);
  };
  const upload: Upload = createUpload(of(rowsOf(3_000)), { ...calls, write });
  await expect.poll(() => upload.state().status === "paused" && written.length > 0).toBe(true);
  const before = written.length;
  expect(before).toBeLessThan(3_000);
  upload.resume();
  await settled(upload);
  expect(written).toHaveLength(3_000);
});

it("stays paused if the part that is on its way is lost", async () => {
  const { written, calls } = serverWith(noFaults);
  let lost = 0;
  const write: UploadCalls["write"] = async (part) => {
    if (lost++ > 0) return calls.write(part);
    upload.pause();
    throw new Refusal("unreachable", "Can't reach the server.");
  };
  const upload: Upload = createUpload(of(rowsOf(3_000)), { ...calls, write });
  await expect.poll(() => lost).toBeGreaterThan(0);
  await new Promise((resume) => setImmediate(resume));
  expect({ status: upload.state().status, written: written.length }).toEqual({
    status: "paused",
    written: 0,
  });
  upload.resume();
  expect(await settled(upload)).toMatchObject({ status: "done" });
  expect(written).toHaveLength(3_000);
});

it("sends nothing after it was left", async () => {
  const { written, run, calls } = serverWith(noFaults);
  const write: UploadCalls["write"] = async (part) => {
    upload.leave();
    return calls.write(part);
  };
  const upload: Upload = createUpload(of(rowsOf(5_000)), { ...calls, write });
  await expect.poll(() => written.length).toBeGreaterThan(0);
  await new Promise((resume) => setImmediate(resume));
  expect(written.length).toBeLessThan(5_000);
  expect(run.finished).toBe(0);
});

it("rejects a row that doesn't fit into a request, and sends the others", async () => {
  const long = `long@example.com,${'"'.concat('""'.repeat(32_000), '"')}`;
  const { written, rejected, calls } = serverWith(noFaults);
  await settled(createUpload(of(`email,name\na@example.com,A\n${long}\nb@example.com,B\n`), calls));
  expect(written).toEqual(["a@example.com", "b@example.com"]);
  expect(rejected).toEqual([{ line: 3, reason: expect.stringContaining("too long") }]);
});

it.each<[string, { isOver?: boolean; text?: string; isGone?: boolean }, string]>([
  ["the import was canceled", { isOver: true }, "The import is finished or was canceled."],
  ["a line of 10 MB", { text: `email,name\n"${"x".repeat(10_000_000)}` }, "Line 2 is longer than"],
  ["the file changed", { isGone: true }, "The file has changed or can't be read."],
])("stops with a message if %s", async (_what, { isOver, text, isGone }, message) => {
  const { run, calls } = serverWith(noFaults);
  run.isOver = isOver === true;
  const chosen = of(text ?? rowsOf(3));
  if (isGone)
    chosen.file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error()) }) as Blob;
  const failureOf: UploadCalls["failureOf"] = (error) => ({
    code: "validation_failed",
    details: {},
    mayPass: false,
    message: (error as Error).message,
  });
  const state = await settled(createUpload(chosen, { ...calls, failureOf }));
  expect(state).toMatchObject({ status: "stopped", message: expect.stringContaining(message) });
});
