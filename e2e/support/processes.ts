import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
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
  /** SIGINT, then SIGKILL when it is still there after `graceMs`; resolves when it is gone. */
  stop(graceMs?: number): Promise<void>;
}

interface OwnedOptions {
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}

// The guardian reads until its stdin closes, which the kernel does for us however this process
// ends, SIGKILL included. Then it ends what is still held and removes the temporary folder.
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
rm -rf "$1"
`;

let guardian: { child: ChildProcess; folder: string } | undefined;

function openGuardian(): { child: ChildProcess; folder: string } {
  if (guardian) return guardian;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-"));
  // Servers that refuse to run as root get a user of their own, who must be able to walk through.
  chmodSync(folder, 0o711);
  const child = spawn("/bin/sh", ["-c", GUARDIAN, "guardian", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const input = child.stdin as unknown as { unref?: () => void };
  input.unref?.();
  guardian = { child, folder };
  return guardian;
}

/** An empty folder (0700) that disappears with this process, whatever ends it. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(openGuardian().folder, `${name}-`));
}

/** A child in a process group of its own, which can't outlive this process. */
export function spawnOwned({ command, args, cwd, env, uid, gid }: OwnedOptions): OwnedProcess {
  const { child: keeper } = openGuardian();
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  const { pid } = child;
  const chunks: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => chunks.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => chunks.push(text));
  const exited = new Promise<number | string>((resolve) => {
    child.once("error", (error) => {
      chunks.push(`${error.message}\n`);
      resolve("error");
    });
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  if (pid === undefined) throw new Error(`${command} could not be started`);
  keeper.stdin?.write(`hold ${pid}\n`);
  let isGone = false;
  void exited.then(() => {
    isGone = true;
    keeper.stdin?.write(`free ${pid}\n`);
  });
  const signal = (name: NodeJS.Signals) => {
    if (!isGone) signalGroup(pid, name);
  };
  return {
    pid,
    output: () => chunks.join(""),
    hasExited: () => isGone,
    exited,
    signal,
    stop: async (graceMs = 8_000) => {
      signal("SIGCONT");
      signal("SIGINT");
      const timer = setTimeout(() => signal("SIGKILL"), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Ends the guardian, and with it everything still held; resolves when the folder is gone too. */
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

/** A port of loopback that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Calls `attempt` until it returns, at most `timeoutMs`; the last failure is thrown on. */
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

export function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
