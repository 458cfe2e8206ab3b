import { createPasswords } from "./auth/passwords";
import type { Secrets } from "./auth/seals";
import { type Core, systemClock } from "./core/kernel/actor";
import type { EventNews } from "./core/kernel/ports";
import { type PageWiring, provideWiring } from "./current-wiring";
import type { Env } from "./env";
import { createLog } from "./observe/log";
import { watchDiskSpace } from "./stores/disk-space";
import type { Postgres } from "./stores/postgres";
import { createCore, type Demo, settingsOf } from "./wiring-core";

type Parts = {
  env: Env;
  postgres: Postgres;
  secret: string;
  /** Performed by the thread that serves the API. */
  announce: Core["announce"];
  health: Core["health"];
  demo: Demo;
  /** Called after events were committed. */
  onEvents(news: EventNews, count: number): void;
  onUnavailable(): void;
};

/**
 * The wiring of a thread that only has pages. What belongs to the process as a whole (the limiter,
 * webhooks, figures) stays with the thread that serves the API.
 */
export function openPageWiring(parts: Parts): PageWiring & { close(): Promise<void> } {
  const { env, postgres, secret, announce, health, demo, onEvents, onUnavailable } = parts;
  const secrets: Secrets = env.previousSecret === null ? [secret] : [secret, env.previousSecret];
  const log = createLog(env.logLevel);
  const diskSpace = env.databaseUrl === null ? watchDiskSpace(env.dataDir) : null;
  const core = createCore({
    env,
    postgres,
    announce,
    secrets,
    diskSpace,
    events: {
      send: (news, count = news.partnerIds.length) => onEvents(news, count),
      // No page waits for events.
      subscribe: () => () => {},
    },
    ports: {
      ...demo,
      passwords: createPasswords(),
      health,
      clock: systemClock,
      log,
    },
  });
  const pages = {
    core,
    log,
    secrets,
    onUnavailable,
    ...settingsOf(env, { log, hasOwnServer: true }),
  };
  provideWiring(pages);
  return {
    ...pages,
    close: async () => {
      diskSpace?.close();
      await postgres.close();
    },
  };
}
