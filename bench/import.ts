import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../e2e/support/postgres";
import { spawnOwned, temporaryFolder } from "../e2e/support/processes";
import { createDatabase } from "../e2e/support/template-database";
import { runBench } from "./run";

const CHARGES = 500_000;
const CUSTOMERS = 20_000;
const MIN_PER_SECOND = 10_000;
const MAX_MS = 10 * 60_000;
const LATCHKEY = "dist/latchkey.mjs";

async function write(path: string, header: string, lines: Iterable<string>): Promise<string> {
  const stream = createWriteStream(path);
  stream.write(`${header}\n`);
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, "drain");
  stream.end();
  await once(stream, "close");
  return path;
}

function* times(count: number, lineOf: (n: number) => string): Iterable<string> {
  for (let n = 0; n < count; n++) yield lineOf(n);
}

/** Runs the built command line; returns its document and its peak memory in MB. */
async function latchkey(url: string, words: string[]) {
  const child = spawnOwned({
    command: "/bin/sh",
    // The command is the shell's child; VmHWM is read while it runs.
    args: [
      "-c",
      'node "$@" & pid=$!; peak=0; while [ -r /proc/$pid/status ]; do hwm=$(awk "/VmHWM/ {print \\$2}" /proc/$pid/status); [ -n "$hwm" ] && peak=$hwm; sleep 0.2; done; wait $pid; code=$?; echo "PEAK $peak"; exit $code',
      "latchkey",
      LATCHKEY,
      ...words,
      "--json",
    ],
    env: { PATH: process.env.PATH, DATABASE_URL: url, NODE_ENV: "production" },
  });
  const code = await child.exited;
  const [document = "", peak = "0"] = child.output().split("PEAK ");
  if (code !== 0) throw new Error(`latchkey ${words.join(" ")} exited with ${code}: ${document}`);
  return { ...JSON.parse(document), peakMb: Math.round(Number(peak) / 1024) };
}

/** Imports charges into a real PostgreSQL. Exit code 1: fewer than 10,000 per second. */
async function main(): Promise<number> {
  const postgres = await startPostgres();
  const folder = temporaryFolder("import");
  try {
    const { url } = await createDatabase(postgres.url);
    const file = (name: string) => join(folder, `${name}.csv`);
    const partner = ["--partner", "bench"];
    await latchkey(url, ["partner", "create", "--code", "bench", "--name", "Bench"]);
    const products = ["basic,Basic,100,200,EUR"];
    await write(file("products"), "code,name,floor,default_retail,currency", products);
    await latchkey(url, ["import", "products", file("products")]);
    const customers = times(CUSTOMERS, (n) => `c-${n},c${n}@example.com`);
    await write(file("customers"), "external_id,email", customers);
    await latchkey(url, ["import", "customers", file("customers"), ...partner]);
    const start = Date.UTC(2025, 0, 1);
    const charges = times(CHARGES, (n) => {
      const at = new Date(start + n * 60_000).toISOString();
      return `x-${n},c-${n % CUSTOMERS},basic,${100 + (n % 997)},EUR,${at}`;
    });
    const header = "external_id,customer_external_id,product,amount,currency,occurred_at";
    await write(file("charges"), header, charges);
    const done = await latchkey(url, ["import", "charges", file("charges"), ...partner]);
    process.stdout.write(
      `${done.imported} charges in ${done.seconds} s: ${done.lines_per_second} per second, peak memory ${done.peakMb} MB\n`,
    );
    return done.lines_per_second >= MIN_PER_SECOND ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}

await runBench(main, MAX_MS);
