import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface OwnedProcess {
  pid: number;
  /** Everything printed so far on stdout and stderr, in order of arrival. */
  output(): string;
  hasExited(): boolean;
  /** Resolves with the exit code, or with the name of the signal that ended it. */
  exited: Promise<number | string>;
  signal(name: NodeJS.Signals): void;
  /** SIGINT, then SIGKILL if it still runs after `graceMs`; resolves as `exited`. */
  stop(graceMs?: number): Promise<number | string>;
}

interface OwnedOptions {
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
  uid?: number;
  gid?: number;
  /** Called with each piece of output as it arrives; it is kept for `output()` as well. */
  onOutput?: (text: string) => void;
}

// The guardian reads until its stdin closes, which the kernel does however this process ends,
// SIGKILL included. Then it ends all held processes and removes the temporary folders.
const GUARDIAN = `
trap '' INT TERM HUP
held=
while read -r verb pid; do
  case "$verb" in
    hold) held="$held $pid" ;;
    free) kept=; for p in $held; do [ "$p" = "$pid" ] || kept="$kept $p"; done; held=$kept ;;
  esac
done
for p in $held; do kill -s INT -- "-$p" 2>/dev/null; done
i=0
while [ $i -lt 40 ]; do
  alive=; for p in $held; do kill -s 0 -- "-$p" 2>/dev/null && alive=1; done
  [ -z "$alive" ] && break
  sleep 0.1; i=$((i + 1))
done
for p in $held; do kill -s KILL -- "-$p" 2>/dev/null; done
rm -rf "$@"
`;

type Guardian = { child: ChildProcess; folder: string; memory: string };
let guardian: Guardian | undefined;

function openGuardian(): Guardian {
  if (guardian) return guardian;
  const folder = newFolder(tmpdir(), "latchkey", 0o711);
  const memory = hasMemory() ? newFolder(MEMORY, "latchkey", 0o711) : folder;
  const child = spawn("/bin/sh", ["-c", GUARDIAN, "guardian", folder, memory], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  (child.stdin as Socket).unref();
  guardian = { child, folder, memory };
  return guardian;
}

/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
/** Many times what the databases of a run need. A container may have a few MiB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}

// Servers that refuse to run as root use their own user, who must be able to enter the folder.
function newFolder(parent: string, name: string, mode: number): string {
  const folder = mkdtempSync(join(parent, `${name}-`));
  chmodSync(folder, mode);
  return folder;
}

/** An empty folder that is removed when this process ends, for whatever reason. */
export function temporaryFolder(name: string, mode = 0o700): string {
  return newFolder(openGuardian().folder, name, mode);
}

/** The same in memory if there is enough: thousands of small files cost a disk seconds. */
export function memoryFolder(name: string): string {
  return newFolder(openGuardian().memory, name, 0o700);
}

/** A child in its own process group, which can't outlive this process. */
export function spawnOwned(options: OwnedOptions): OwnedProcess {
  const { child: keeper } = openGuardian();
  const { command, args, onOutput, ...rest } = options;
  const settings: SpawnOptions = { detached: true, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(command, args, { ...settings, ...definedOnly(rest) });
  const chunks: string[] = [];
  const keep = (text: string) => {
    chunks.push(text);
    onOutput?.(text);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", keep);
  const exited = new Promise<number | string>((resolve) => {
    child.once("error", (error) => {
      keep(`${error.message}\n`);
      resolve("error");
    });
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  keeper.stdin?.write(`hold ${pid}\n`);
  let isGone = false;
  void exited.then(() => {
    isGone = true;
    keeper.stdin?.write(`free ${pid}\n`);
  });
  const signal = (name: NodeJS.Signals) => {
    if (!isGone) sendSignal(-pid, name);
  };
  const stop = async (graceMs = 8_000) => {
    signal("SIGCONT");
    signal("SIGINT");
    const timer = setTimeout(() => signal("SIGKILL"), graceMs);
    const result = await exited;
    clearTimeout(timer);
    return result;
  };
  return { pid, output: () => chunks.join(""), hasExited: () => isGone, exited, signal, stop };
}

/** Prints the text of its calls in whole lines: programs that run together share the terminal. */
export function lineWriter(): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
  };
}

/** Ends the guardian and all held processes; resolves when the folders are removed too. */
export async function releaseEverything(): Promise<void> {
  const current = guardian;
  if (!current) return;
  guardian = undefined;
  await new Promise<void>((resolve) => {
    current.child.ref();
    current.child.once("exit", () => resolve());
    current.child.stdin?.end();
  });
}

/**
 * A loopback port that was free a moment ago, below the range of outgoing connections, which might
 * take it in the next moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Calls `attempt` until it succeeds, for at most `timeoutMs`; then throws its last error. */
export async function eventually<T>(attempt: () => Promise<T>, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

/** Blocks this process for this long, like SIGSTOP and SIGCONT: nothing in it runs. */
export function stopThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The command line of a process; empty if it has ended. */
export function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** The running processes whose parent is `pid`. */
export function childrenOf(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child);
}

/** Sends a signal to a process, or to a group by its negative ID; ignores one that has ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function definedOnly(options: object): SpawnOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
