import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { isLoopback, isLoopbackUrl } from "./core/values/addresses";
import { databaseProblems, databaseUrlOf } from "./env-database";
import { type MailSettings, mailFrom, mailOf, mailProblems, smtpServer } from "./env-mail";
import { proxyTrust, webhookNetworks, webhookPorts } from "./env-networks";
import { type RedisSettings, redisOf, redisProblems } from "./env-redis";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;
const HOW_TO_MAKE_A_SECRET = "create one with: openssl rand -base64 48";

/** All settings, parsed. Null means unset; without a store's setting the embedded one is used. */
export type Env = {
  isProduction: boolean;
  databaseUrl: string | null;
  redis: RedisSettings | null;
  /** Null only with the embedded database, which generates one, or in development. */
  authSecret: string | null;
  /** Still accepted when reading, while the secret is being replaced. */
  previousSecret: string | null;
  /** The URL for browsers, without a trailing slash. */
  publicUrl: string | null;
  host: string;
  /** 0 lets the system choose a free port. */
  port: number;
  /** The proxies whose X-Forwarded-For is trusted; null: none. */
  trustProxy: { hops: number } | { networks: string[] } | null;
  /** An absolute path. */
  dataDir: string;
  /** The number of processes that share the port. */
  workers: number;
  /** How long a process keeps serving after a stop signal while it reports that it is not ready. */
  drainMs: number;
  logLevel: (typeof logLevels)[number];
  /** Enables /api/metrics and the details of /api/ready. */
  metricsToken: string | null;
  /** The platform's support address, shown to its users. */
  supportEmail: string | null;
  /** Null: no mail is sent. */
  mail: MailSettings | null;
  /** How long events are kept. */
  eventDays: number;
  /** How long changed payout details wait until they are used. */
  payoutDetailsWaitHours: number;
  /** Where webhooks may be sent beside the public internet on the usual ports. */
  webhooks: { allowedNetworks: string[]; allowedPorts: number[]; mayUseLoopback: boolean };
  /** The key and URL of the CLI's commands for integrators, so that neither is an argument. */
  apiKey: string | null;
  webhookSecret: string | null;
  /** Where the public keys for reports of leaked keys are published; null: no reports are accepted. */
  leakKeysUrl: string | null;
  /** Retention of the request log. */
  requestLog: { days: number; rowsPerPartner: number; maxRows: number };
};

/** Invalid settings. `problems` has one sentence for each. */
export class EnvError extends Error {
  override readonly name = "EnvError";

  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
  }
}

/** A setting that must be a whole number. */
const count = (name: string, range: { least: number; most: number; fallback: number }) => {
  const { least, most, fallback } = range;
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `${name} must be an integer from ${least} to ${most}.`,
    })
    .transform(Number)
    .default(fallback);
};

/** A setting that must be a URL with one of `protocols`; `example` is shown in the error. */
const url = (name: string, protocols: string[], example: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `${name} must be a URL like ${example}.`,
    })
    .optional();

/** Whether nobody on the way can change what is read from the URL. */
function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === "https:" || (protocol === "http:" && isLoopbackUrl(value));
}

const Settings = z.object({
  NODE_ENV: z.string().optional(),
  DATABASE_URL: url(
    "DATABASE_URL",
    ["postgres:", "postgresql:"],
    "postgresql://user:password@host:5432/latchkey",
  ),
  UPSTASH_REDIS_REST_URL: url(
    "UPSTASH_REDIS_REST_URL",
    ["https:", "http:"],
    "https://name.upstash.io",
  ),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  REDIS_URL: url("REDIS_URL", ["redis:", "rediss:"], "redis://host:6379"),
  NEXTAUTH_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, {
      error: `NEXTAUTH_SECRET is shorter than ${MIN_SECRET_LENGTH} characters: ${HOW_TO_MAKE_A_SECRET}`,
    })
    .optional(),
  NEXTAUTH_SECRET_PREVIOUS: z
    .string()
    .min(MIN_SECRET_LENGTH, {
      error: `NEXTAUTH_SECRET_PREVIOUS is shorter than ${MIN_SECRET_LENGTH} characters: it must be the previous or the next NEXTAUTH_SECRET.`,
    })
    .optional(),
  NEXTAUTH_URL: url("NEXTAUTH_URL", ["https:", "http:"], "https://partners.example.com"),
  HOST: z.string().default("127.0.0.1"),
  PORT: count("PORT", { least: 0, most: 65535, fallback: 3000 }),
  TRUST_PROXY: z.string().transform(proxyTrust).optional(),
  DATA_DIR: z.string().default(".data"),
  WORKERS: z
    .string()
    .regex(/^([1-9]\d?|auto)$/, { error: "WORKERS must be a number from 1 to 99, or auto." })
    .default("1"),
  DRAIN_SECONDS: count("DRAIN_SECONDS", { least: 0, most: 300, fallback: 5 }),
  LOG_LEVEL: z
    .enum(logLevels, { error: `LOG_LEVEL must be one of ${logLevels.join(", ")}.` })
    .default("info"),
  METRICS_TOKEN: z
    .string()
    .min(MIN_TOKEN_LENGTH, {
      error: `METRICS_TOKEN is shorter than ${MIN_TOKEN_LENGTH} characters: ${HOW_TO_MAKE_A_SECRET}`,
    })
    .optional(),
  SUPPORT_EMAIL: z.email({ error: "SUPPORT_EMAIL must be an email address." }).optional(),
  SMTP_URL: z.string().transform(smtpServer).optional(),
  MAIL_FROM: z.string().transform(mailFrom).optional(),
  EVENT_RETENTION_DAYS: count("EVENT_RETENTION_DAYS", { least: 1, most: 3_650, fallback: 90 }),
  PAYOUT_DETAILS_WAIT_HOURS: count("PAYOUT_DETAILS_WAIT_HOURS", {
    least: 0,
    most: 720,
    fallback: 72,
  }),
  WEBHOOK_ALLOWED_NETWORKS: z.string().transform(webhookNetworks).default([]),
  WEBHOOK_ALLOWED_PORTS: z.string().transform(webhookPorts).default([]),
  LEAK_KEYS_URL: z
    .string()
    .refine(isSafeUrl, {
      error: "LEAK_KEYS_URL must be a URL like https://keys.example.com/public.",
    })
    .optional(),
  LATCHKEY_KEY: z.string().optional(),
  WEBHOOK_SECRET: z.string().optional(),
  LOG_RETENTION_DAYS: count("LOG_RETENTION_DAYS", { least: 1, most: 3_650, fallback: 30 }),
  LOG_ROWS_PER_PARTNER: count("LOG_ROWS_PER_PARTNER", { least: 1, most: 1e9, fallback: 100_000 }),
  LOG_MAX_ROWS: count("LOG_MAX_ROWS", { least: 1, most: 1e9, fallback: 2_000_000 }),
});

/** The names of all settings, as the README lists them. */
export const SETTING_NAMES = Object.keys(Settings.shape);

/** If unset, the strict rules of production apply. */
const isProduction = (mode: string | undefined) => mode !== "development" && mode !== "test";

/** Several processes need shared stores. */
function workerProblems(raw: Record<string, string | undefined>): string[] {
  const { WORKERS: workers = "1", DATABASE_URL: database } = raw;
  if (workers === "1") return [];
  if (database === undefined) {
    return [
      `WORKERS is ${workers}, but the embedded database supports only one process. Set DATABASE_URL and REDIS_URL, or remove WORKERS.`,
    ];
  }
  const hasRedis = raw.REDIS_URL !== undefined || raw.UPSTASH_REDIS_REST_URL !== undefined;
  if (hasRedis) return [];
  return [
    `WORKERS is ${workers}, but without REDIS_URL each process would limit on its own. Set REDIS_URL, or remove WORKERS.`,
  ];
}

/** Settings that only a server with shared stores requires. */
function servingProblems(raw: Record<string, string | undefined>): string[] {
  const problems = workerProblems(raw);
  if (raw.DATABASE_URL === undefined || !isProduction(raw.NODE_ENV)) return problems;
  if (raw.NEXTAUTH_SECRET === undefined) {
    problems.push(
      `NEXTAUTH_SECRET is required with DATABASE_URL. Use the same value for all instances; ${HOW_TO_MAKE_A_SECRET}`,
    );
  }
  if (raw.NEXTAUTH_URL === undefined) {
    problems.push(
      "NEXTAUTH_URL is required with DATABASE_URL. Set it to the URL that browsers use, for example https://partners.example.com.",
    );
  }
  return problems;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, for callers that also take another one. */
export const ownEnvironment = (): Environment => process.env;

/**
 * Reads the settings; an empty value counts as unset. Throws EnvError with every problem at once.
 * The command line does not serve, and so does not need the secret that signs sessions.
 */
export function readEnv(
  source: Environment = process.env,
  options: { isServing: boolean } = { isServing: true },
): Env {
  const raw = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Settings.safeParse(raw);
  const problems = [
    ...mailProblems(raw),
    ...redisProblems(raw),
    ...databaseProblems(raw),
    ...(options.isServing ? servingProblems(raw) : []),
  ];
  if (!parsed.success) {
    throw new EnvError([...parsed.error.issues.map((issue) => issue.message), ...problems]);
  }
  if (problems.length > 0) throw new EnvError(problems);
  const settings = parsed.data;
  return {
    isProduction: isProduction(settings.NODE_ENV),
    databaseUrl: settings.DATABASE_URL ? databaseUrlOf(settings.DATABASE_URL, raw) : null,
    redis: redisOf(settings),
    authSecret: settings.NEXTAUTH_SECRET ?? null,
    previousSecret: settings.NEXTAUTH_SECRET_PREVIOUS ?? null,
    publicUrl: settings.NEXTAUTH_URL?.replace(/\/+$/, "") ?? null,
    host: settings.HOST,
    port: settings.PORT,
    trustProxy: settings.TRUST_PROXY ?? null,
    dataDir: resolve(settings.DATA_DIR),
    workers: settings.WORKERS === "auto" ? availableParallelism() : Number(settings.WORKERS),
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN ?? null,
    supportEmail: settings.SUPPORT_EMAIL ?? null,
    mail: mailOf(settings),
    eventDays: settings.EVENT_RETENTION_DAYS,
    payoutDetailsWaitHours: settings.PAYOUT_DETAILS_WAIT_HOURS,
    webhooks: {
      allowedNetworks: settings.WEBHOOK_ALLOWED_NETWORKS,
      allowedPorts: settings.WEBHOOK_ALLOWED_PORTS,
      // In development, and where only this machine reaches the server.
      mayUseLoopback:
        !isProduction(settings.NODE_ENV) ||
        (isLoopback(settings.HOST) && isLoopbackUrl(settings.NEXTAUTH_URL ?? "http://localhost")),
    },
    leakKeysUrl: settings.LEAK_KEYS_URL ?? null,
    apiKey: settings.LATCHKEY_KEY ?? null,
    webhookSecret: settings.WEBHOOK_SECRET ?? null,
    requestLog: {
      days: settings.LOG_RETENTION_DAYS,
      rowsPerPartner: settings.LOG_ROWS_PER_PARTNER,
      maxRows: settings.LOG_MAX_ROWS,
    },
  };
}

/**
 * Sets the environment variables that next-auth reads by itself. Without a public URL it must trust
 * the Host header; otherwise it would assume http://localhost:3000 everywhere.
 */
export function exportAuthEnv(options: { secret: string; publicUrl: string | null }): void {
  process.env.NEXTAUTH_SECRET = options.secret;
  if (options.publicUrl === null) {
    delete process.env.NEXTAUTH_URL;
    process.env.AUTH_TRUST_HOST = "1";
  } else {
    process.env.NEXTAUTH_URL = options.publicUrl;
  }
}

/** Sets the environment variables that Next reads by itself: its mode, and telemetry off. */
export function exportNextEnv(options: { dev: boolean }): void {
  Object.assign(process.env, {
    NODE_ENV: options.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}
