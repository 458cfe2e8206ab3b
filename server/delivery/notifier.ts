import { evaluateAlerts } from "../core/alerts/evaluate";
import type { Core } from "../core/kernel/actor";
import { isAheadOfDatabase } from "../core/kernel/ahead";
import { writeDigests } from "../core/notifications/digest";
import { resolveNotifications } from "../core/notifications/resolve";
import { deleteOldNotifications, notifyPeople } from "../core/notifications/upkeep";

/** Finds events that no signal announced, and those that waited for an older transaction. */
const LOOK_EVERY_MS = 2_000;
/** After a signal, so that many events are taken together. */
const GATHER_MS = 200;
const UPKEEP_EVERY_MS = 30_000;

/**
 * Notifies people of events in the background if it is started, beside the notifiers of other
 * processes.
 */
export function createNotifier(core: Core, { isStarted }: { isStarted: boolean }) {
  const timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isOut = false;
  let unsubscribe = () => {};

  async function runAll(work: (of: Core) => Promise<void>): Promise<void> {
    try {
      await work(core);
      isOut = false;
    } catch (err) {
      // Once, until it works again.
      if (!isOut) core.log.warn({ err }, "notifications are late");
      isOut = true;
    }
  }

  /** One piece of work at a time; what comes meanwhile is found by the next look. */
  function run(work: (of: Core) => Promise<void>): void {
    running ??= runAll(work).finally(() => {
      running = null;
    });
  }

  const look = () => run(notifyPeople);

  if (isStarted) {
    unsubscribe = core.events.subscribe(() => {
      soon ??= setTimeout(() => {
        soon = null;
        look();
      }, GATHER_MS).unref();
    });
    timers.push(setInterval(look, LOOK_EVERY_MS).unref());
    timers.push(setInterval(() => run(doUpkeep), UPKEEP_EVERY_MS).unref());
  }

  return {
    /** All that is due, for a host without timers. */
    async runOnce(): Promise<void> {
      await notifyPeople(core);
      await doUpkeep(core);
    },

    async close(): Promise<void> {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      if (soon) clearTimeout(soon);
      await running;
    },
  };
}

async function doUpkeep(core: Core): Promise<void> {
  await resolveNotifications(core);
  if (await isAheadOfDatabase(core)) return;
  await writeDigests(core);
  await evaluateAlerts(core);
  await deleteOldNotifications(core);
}
