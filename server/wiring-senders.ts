import type { Core } from "./core/kernel/actor";
import { openLoad } from "./delivery/load";
import { createNotifier } from "./delivery/notifier";
import { openDispatcher } from "./delivery/open";
import type { Env } from "./env";
import { openMailer } from "./mail/open";
import type { SenderState } from "./observe/watch";

type Options = {
  hasOwnServer: boolean;
  /** Whether this process serves requests too. */
  serves: boolean;
  /** The state of the process that sends instead of this one; null without one. */
  sender: SenderState | null;
  onPrompt(seconds: number): void;
};

/**
 * What sends webhooks, notifications and mail. They are started only with our own server, unless
 * another process sends.
 */
export async function openSenders(core: Core, env: Env, options: Options) {
  const { hasOwnServer, serves, sender, onPrompt } = options;
  const isServing = hasOwnServer && serves;
  const isStarted = hasOwnServer && !sender;
  const dispatcher = openDispatcher(core, env.webhooks, { onPrompt, isServing });
  const notifier = createNotifier(core, { isStarted });
  const mailer = await openMailer(core, env, { isServing, isBusy: openLoad() });
  if (isStarted) for (const each of [dispatcher, mailer]) each.start();
  return {
    dispatcher,
    mailer,
    close: async () => {
      await Promise.all([notifier, mailer, dispatcher].map((each) => each.close()));
    },
  };
}
