import { type Env, EnvError } from "../env";
import { DataDirInUse } from "../stores/control";
import { DiskFull } from "../stores/disk-space";
import { EmbeddedBroken } from "../stores/embedded";
import { MigrationError } from "../stores/migrate";
import { isSchemaBehind, isStoreDown } from "../stores/store-down";
import { explainPostgres } from "../stores/store-fault";
import { WorkerFailed } from "./cluster-primary";

const UNWRITABLE: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "it belongs to somebody else",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  ENOTDIR: "there is a file in the way",
  EEXIST: "there is a file in the way",
};

/** For file systems such as /proc: like a missing file, but the error comes from mkdir. */
const NO_FOLDERS = "nothing can be made in this place";

type Fault = { code?: string; syscall?: string; severity?: string; message: string };

function portFault(code: string | undefined, env: Env): string | null {
  const where = `Port ${env.port} of ${env.host}`;
  if (code === "EADDRINUSE") {
    return `${where} is in use. Stop what listens there, or choose another with PORT.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `HOST is ${env.host}, which is no address of this machine.`;
  }
  return code === "EACCES" ? `${where} may not be used by this user.` : null;
}

function databaseFault(url: string, fault: Fault): string | null {
  const { hostname, port, pathname } = new URL(url);
  const where = `The database ${decodeURIComponent(pathname.slice(1))} at ${hostname || "the local socket"}:${port || 5432}`;
  const known = explainPostgres(fault);
  if (known) return `${where} refuses: ${fault.message}. ${known.cure}`;
  if (isStoreDown(fault) && !isSchemaBehind(fault)) {
    const reason = fault.message || fault.code;
    return `${where} cannot be reached (${reason}). Check DATABASE_URL and that it is running.`;
  }
  // Only errors of the server itself have a severity: a wrong password, a missing database.
  return fault.severity ? `${where} refuses: ${fault.message}. Check DATABASE_URL.` : null;
}

function folderFault({ syscall, code }: Fault, env: Env): string | null {
  if (!syscall || !code) return null;
  const reason = code === "ENOENT" && syscall === "mkdir" ? NO_FOLDERS : UNWRITABLE[code];
  if (!reason) return null;
  return `DATA_DIR ${env.dataDir} cannot be written: ${reason}. Mend that, or choose another folder with DATA_DIR.`;
}

/**
 * Explains a failed start and its fix to people. Null if only the stack helps. `env` is null if the
 * settings themselves are invalid.
 */
export function explainFailure(error: unknown, env: Env | null): string | null {
  if (error instanceof EnvError) return error.message;
  if (error instanceof MigrationError || error instanceof WorkerFailed) return error.message;
  if (error instanceof EmbeddedBroken) return error.message;
  if (error instanceof DiskFull) return `Nothing can be written: ${error.message}.`;
  if (!(error instanceof Error) || env === null) return null;
  if (error instanceof DataDirInUse) {
    return `${error.message} Stop it, or give this server a folder of its own with DATA_DIR.`;
  }
  const fault: Fault = error;
  if (fault.syscall === "listen" || fault.syscall === "getaddrinfo") {
    const message = portFault(fault.code, env);
    if (message !== null) return message;
  }
  if (env.databaseUrl !== null) {
    const message = databaseFault(env.databaseUrl, fault);
    if (message !== null) return message;
  }
  return folderFault(fault, env);
}
