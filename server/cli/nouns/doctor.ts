import { z } from "zod";
import { diskSpaceFault } from "../../stores/disk-space";
import { command, type Session } from "../command";
import { Finding, fault, ok, warning } from "../doctor/finding";
import { lookAtSettings } from "../doctor/look-at-settings";
import { CommandFailed, reasonOf } from "../failure";

const SIGNS = { ok: "ok     ", warning: "WARNING", fault: "FAULT  " } as const;

/**
 * The embedded database is checked through the process that holds it: a reply means that it works.
 */
async function lookAtEmbedded({ ask }: Session, dataDir: string): Promise<Finding> {
  try {
    await ask("partner list", {});
    const full = await diskSpaceFault(dataDir);
    if (full)
      return fault(
        "embedded database",
        full,
        "Free disk space. Until then, the database is read-only.",
      );
    return ok("embedded database", `responds, in ${dataDir}`);
  } catch (error) {
    const code = error instanceof CommandFailed ? error.failure.code : null;
    if (code === "no_database") {
      const advice = "Check DATA_DIR. The first start creates the database.";
      return warning("embedded database", `there is none in ${dataDir}`, advice);
    }
    const advice =
      code === "unavailable"
        ? "Check the server's output, then restart it."
        : "Latchkey needs the database.";
    return fault("embedded database", reasonOf(error), advice);
  }
}

async function examine(session: Session): Promise<Finding[]> {
  const { env, findings } = lookAtSettings(session.environment);
  const before = [ok("node", process.versions.node), ...findings];
  if (env === null) return before;
  // Loaded lazily: other commands that ask a server don't need the drivers.
  const stores = async () => {
    if (env.databaseUrl === null) return [await lookAtEmbedded(session, env.dataDir)];
    const { lookAtPostgres } = await import("../doctor/look-at-postgres");
    return lookAtPostgres(env, env.databaseUrl);
  };
  const limits = async () => {
    if (env.redis === null) return [];
    const { lookAtRedis } = await import("../doctor/look-at-redis");
    return lookAtRedis(env.redis);
  };
  const mail = async () => {
    if (env.mail === null) return [];
    const { lookAtMail } = await import("../doctor/look-at-mail");
    return lookAtMail(env.mail);
  };
  return [...before, ...(await stores()), ...(await limits()), ...(await mail())];
}

const doctor = command({
  name: "doctor",
  summary: "check configuration, connectivity, migrations and versions",
  output: z.object({ findings: z.array(Finding) }),
  conduct: async (session) => ({ findings: await examine(session) }),
  isFailed: ({ findings }) => findings.some(({ state }) => state === "fault"),
  render: ({ findings }) =>
    findings
      .map(({ check, state, says, advice }) =>
        [`${SIGNS[state]}  ${check}: ${says}`, ...(advice ? [`         ${advice}`] : [])].join(
          "\n",
        ),
      )
      .join("\n"),
});

export const DOCTOR_COMMANDS = [doctor];
