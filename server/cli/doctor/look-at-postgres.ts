import type { Backlog } from "../../core/kernel/health";
import { backlogFault } from "../../core/webhooks/backlog";
import type { Env } from "../../env";
import { explainFailure } from "../../self-host/start-failure";
import { encryptionOf } from "../../stores/encryption";
import { examinePostgres, type PostgresFacts } from "../../stores/examine-postgres";
import { INSTANCE_CONNECTIONS } from "../../stores/postgres";
import { describeLost, LOST_ADVICE } from "../../stores/schema-parts";
import { explainPostgres } from "../../stores/store-fault";
import { reasonOf } from "../failure";
import { clockFinding, type Finding, fault, ok, warning } from "./finding";
import { secretFindings } from "./look-at-secrets";

const OLDEST_VERSION = 14;

const CHECKED_ADVICE = "See Encrypted connections in docs/operations.md.";

/** The findings about an external database. */
export async function lookAtPostgres(env: Env, databaseUrl: string): Promise<Finding[]> {
  try {
    const { mode, warning: unchecked } = encryptionOf(databaseUrl);
    const encryption = unchecked
      ? warning("postgresql encryption", unchecked, CHECKED_ADVICE)
      : ok("postgresql encryption", `sslmode=${mode}`);
    const facts = await examinePostgres(databaseUrl);
    return [...findingsOf(facts), ...secretFindings(facts.sealed, env), encryption];
  } catch (error) {
    const known = explainPostgres(error);
    if (known) return [fault("postgresql", known.problem, known.cure)];
    const says = explainFailure(error, env) ?? reasonOf(error);
    return [fault("postgresql", says, "Latchkey needs the database. Check DATABASE_URL.")];
  }
}

function findingsOf(facts: PostgresFacts): Finding[] {
  return [
    versionFinding(facts.version),
    clockFinding("postgresql clock", facts.skewMs),
    writeFinding(facts),
    poolFinding(facts),
    migrationFinding(facts),
    ...(facts.backlog ? backlogFindings(facts.backlog) : []),
  ];
}

function writeFinding({ writeFault, mayMigrate }: PostgresFacts): Finding {
  if (writeFault) return fault("postgresql writes", writeFault.problem, writeFault.cure);
  if (mayMigrate) return ok("postgresql writes", "work");
  return warning(
    "postgresql writes",
    "work, but this role can't change the schema",
    "Before each release, run `latchkey migrate` with a role that owns the tables.",
  );
}

function versionFinding(version: number): Finding {
  if (version >= OLDEST_VERSION) return ok("postgresql", `version ${version}`);
  return fault("postgresql", `version ${version}`, `Upgrade to ${OLDEST_VERSION} or later.`);
}

/** Our sessions set it; a pooler in transaction mode does not carry that over. */
const READ_COMMITTED = "read committed";

function poolFinding({
  isPooledByTransaction,
  limitsStatements,
  isolation,
  connections: { used, most },
}: PostgresFacts): Finding {
  const shown = `${used} of ${most} connections in use`;
  if (isPooledByTransaction) {
    const pooled = `${shown}, behind a pooler in transaction mode`;
    const lacks = (what: string, setting: string) =>
      warning(
        "postgresql connections",
        pooled,
        `${what}. Set ${setting} on the role, as described in docs/operations.md.`,
      );
    if (isolation !== READ_COMMITTED) {
      return lacks(`Transactions are ${isolation}`, "default_transaction_isolation");
    }
    if (!limitsStatements) return lacks("Statements have no timeout", "statement_timeout");
    return ok("postgresql connections", pooled);
  }
  if (most - used >= INSTANCE_CONNECTIONS) return ok("postgresql connections", shown);
  return warning(
    "postgresql connections",
    shown,
    `An instance uses up to ${INSTANCE_CONNECTIONS}: raise max_connections, or use PgBouncer.`,
  );
}

function migrationFinding({ schema: { missing, newer, lost, tooOld } }: PostgresFacts): Finding {
  if (tooOld) return fault("migrations", tooOld.problem, tooOld.cure);
  if (missing.length > 0) {
    return fault("migrations", `missing: ${missing.join(", ")}`, "Run: latchkey migrate");
  }
  if (lost.length > 0) {
    return fault("migrations", `applied, but missing: ${describeLost(lost)}`, LOST_ADVICE);
  }
  if (newer.length === 0) return ok("migrations", "all applied");
  return warning(
    "migrations",
    `applied by a newer release: ${newer.join(", ")}`,
    "Expected while a newer release is being rolled out. Otherwise start that release here too.",
  );
}

/** As many as `LatchkeyWebhookBacklog` in docs/prometheus-rules.yml. */
const MANY_PENDING = 10_000;
const MAX_COUNTED = 100_000;

/** Warnings and no faults: nothing sends while all servers are stopped for maintenance. */
function backlogFindings(backlog: Backlog): Finding[] {
  const { pending, failing, healthy, oldestSeconds } = backlog;
  const findings: Finding[] = [];
  const unsent = backlogFault(backlog);
  if (unsent) findings.push(warning("webhooks", unsent.problem, unsent.cure));
  if (pending > MANY_PENDING) {
    const many = pending >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(pending);
    const hours = (oldestSeconds / 3_600).toFixed(1);
    const advice =
      "They are sent as fast as their endpoints accept them. More server processes send faster; see Webhooks in docs/operations.md.";
    findings.push(warning("webhooks", `${many} pending, the oldest for ${hours} hours`, advice));
  }
  if (failing > 0) {
    const advice =
      "Their partners see the last error on the Webhooks page. After 5 days without a success, an endpoint is disabled.";
    const share = `${failing} of ${failing + healthy} endpoints are failing`;
    findings.push(warning("webhook endpoints", share, advice));
  }
  const isFine = findings.length === 0;
  return isFine ? [ok("webhooks", `${pending} pending, ${failing} failing endpoints`)] : findings;
}
