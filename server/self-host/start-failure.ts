import { type Env, EnvError } from "../env";
import { tellFewFiles } from "../start-files.mjs";
import { DataDirInUse } from "../stores/control";
import { DiskFull } from "../stores/disk-space";
import { EmbeddedBroken } from "../stores/embedded";
import { EncryptionError } from "../stores/encryption";
import { MigrationError } from "../stores/migrate";
import { isSchemaBehind, isStoreDown } from "../stores/store-down";
import { explainPostgres, tellFault } from "../stores/store-fault";
import { WorkerFailed } from "./cluster-primary";

const UNWRITABLE: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "owned by another user",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  ENOTDIR: "a file with that name already exists",
  EEXIST: "a file with that name already exists",
};

/** For file systems such as /proc: like a missing file, but the error comes from mkdir. */
const NO_FOLDERS = "folders can't be created there";

type Fault = {
  code?: string;
  syscall?: string;
  hostname?: string;
  severity?: string;
  message: string;
};

function portFault(code: string | undefined, env: Env): string | null {
  const port = `${env.port} on ${env.host}`;
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop the other process or set PORT to a different port.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `HOST is ${env.host}, which is not an address of this machine.`;
  }
  return code === "EACCES" ? `This user is not allowed to use port ${port}.` : null;
}

function databaseFault(url: string, fault: Fault): string | null {
  const { hostname, port, pathname } = new URL(url);
  const where = `The database ${decodeURIComponent(pathname.slice(1))} at ${hostname || "the local socket"}:${port || 5432}`;
  const known = explainPostgres(fault);
  if (known && fault.syscall === "getaddrinfo") return `${where}: ${tellFault(known)}`;
  if (known) return `${where} refused the connection: ${fault.message}. ${known.cure}`;
  if (isStoreDown(fault) && !isSchemaBehind(fault)) {
    const reason = fault.message || fault.code;
    return `${where} can't be reached (${reason}). Check DATABASE_URL and that the database is running.`;
  }
  // Only errors of the server itself have a severity: a wrong password, a missing database.
  return fault.severity
    ? `${where} refused the connection: ${fault.message}. Check DATABASE_URL.`
    : null;
}

function folderFault({ syscall, code }: Fault, env: Env): string | null {
  if (!syscall || !code) return null;
  const reason = code === "ENOENT" && syscall === "mkdir" ? NO_FOLDERS : UNWRITABLE[code];
  if (!reason) return null;
  return `DATA_DIR ${env.dataDir} can't be written: ${reason}. Fix this or set a different DATA_DIR.`;
}

/**
 * Explains a failed start and its fix to people. Null if only the stack helps. `env` is null if the
 * settings themselves are invalid.
 */
export function explainFailure(error: unknown, env: Env | null): string | null {
  if (error instanceof EnvError) return error.message;
  if (error instanceof MigrationError || error instanceof WorkerFailed) return error.message;
  if (error instanceof EmbeddedBroken || error instanceof EncryptionError) return error.message;
  if (error instanceof DiskFull) return `The database can't be written: ${error.message}.`;
  if (!(error instanceof Error) || env === null) return null;
  if (error instanceof DataDirInUse) {
    return `${error.message} Stop it, or set a different DATA_DIR.`;
  }
  const fault: Fault = error;
  if (fault.code === "EMFILE") return tellFewFiles("fewer");
  const isHost = fault.syscall === "getaddrinfo" && fault.hostname === env.host;
  if (fault.syscall === "listen" || isHost) {
    const message = portFault(fault.code, env);
    if (message !== null) return message;
  }
  if (env.databaseUrl !== null) {
    const message = databaseFault(env.databaseUrl, fault);
    if (message !== null) return message;
  }
  return folderFault(fault, env);
}
