import { type Env, EnvError, type Environment, readEnv } from "../../env";
import { addressWarnings } from "../../self-host/address-warnings";
import { type Finding, fault, ok, warning } from "./finding";

function problemsOf(environment: Environment, isServing: boolean): string[] {
  try {
    readEnv(environment, { isServing });
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
}

/** The settings, null if they can't be read, and the findings about them. */
export function lookAtSettings(environment: Environment): {
  env: Env | null;
  findings: Finding[];
} {
  const broken = problemsOf(environment, false);
  if (broken.length > 0) {
    const advice = "Correct the setting. The README lists all settings.";
    return { env: null, findings: broken.map((problem) => fault("settings", problem, advice)) };
  }
  const env = readEnv(environment, { isServing: false });
  // The command line itself needs neither the secret nor the workers, but the servers do.
  const findings = problemsOf(environment, true).map((problem) =>
    warning("settings", problem, "Correct the setting before you start a server with it."),
  );
  findings.push(...redisFindings(env), ...addressFindings(env));
  return { env, findings: findings.length > 0 ? findings : [ok("settings", "complete")] };
}

function redisFindings({ databaseUrl, redis }: Env): Finding[] {
  if (databaseUrl === null || redis !== null) return [];
  return [
    warning(
      "settings",
      "DATABASE_URL is set and REDIS_URL is not",
      "If the servers use Redis, set the same REDIS_URL here. Otherwise they apply a revocation only when their cached record expires, after up to 10 seconds. More than one server requires Redis.",
    ),
  ];
}

function addressFindings(env: Env): Finding[] {
  return addressWarnings(env).map(({ says, advice }) => warning("settings", says, advice));
}
