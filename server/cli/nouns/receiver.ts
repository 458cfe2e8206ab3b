import { z } from "zod";
import { newWebhookSecret } from "../../core/webhooks/new-secret";
import { readEnv } from "../../env";
import { siteUrl } from "../../self-host/site-url";
import { command, type Session } from "../command";
import { CommandFailed } from "../failure";
import { bar } from "../progress";

const SECRET = "Must be whsec_ followed by base64.";
const Secret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/, SECRET);

const TargetUrl = z.string().refine((text) => isTarget(text), {
  error: "Must be an http or https URL without a user, for example http://localhost:4000/hook.",
});

function isTarget(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

const usage = (error: string) => new CommandFailed({ error, code: "usage", details: {} });

/** Throws CommandFailed, without the text. */
function secretOf(text: string): string {
  const { data } = Secret.safeParse(text);
  if (data !== undefined) return data;
  throw usage(`The webhook secret is missing or invalid. ${SECRET}`);
}

const settingsOf = ({ environment }: Session) => readEnv(environment, { isServing: false });

const listen = command({
  name: "listen",
  summary: "forward a partner's events to a local URL as signed webhooks, for development",
  options: {
    forwardTo: { shown: "URL", about: "URL that receives the webhooks", is: TargetUrl },
    key: {
      shown: "KEY",
      about:
        "API key with the scope events:read (default: LATCHKEY_KEY, or asked for). As an option, other users of this machine can see it",
      is: z.string().optional(),
    },
    url: {
      shown: "URL",
      about: "URL of the platform (default: as set by NEXTAUTH_URL, or HOST and PORT)",
      is: TargetUrl.optional(),
    },
    types: {
      shown: "TYPES",
      about: "event types, for example account.*,payout.paid (default: all that the key may read)",
      is: z.string().optional(),
    },
    after: {
      shown: "EVENT",
      about: "begin after this sequence or event ID (default: latest, which means new events only)",
      is: z.string().default("latest"),
    },
    secret: {
      shown: "SECRET",
      about: "sign with this secret (default: WEBHOOK_SECRET, or a new one, which is printed)",
      is: Secret.optional(),
    },
  },
  flags: { snapshot: "include the resources in the events" },
  example: "latchkey listen --forward-to http://localhost:4000/hook",
  output: z.object({ accepted: z.int(), refused: z.int() }),
  conduct: async (console, { forwardTo, types, after, snapshot, ...input }) => {
    const env = settingsOf(console);
    const key = input.key ?? env.apiKey ?? (await console.askSecret("API key: "));
    if (key === "") throw usage("Enter an API key, or set LATCHKEY_KEY.");
    const known = input.secret ?? env.webhookSecret;
    const secret = known === null ? newWebhookSecret() : secretOf(known);
    const { forwardEvents } = await import("../receiver/forward-events");
    const { openDirectSender } = await import("../receiver/direct-sender");
    return forwardEvents(console, {
      url: input.url ?? siteUrl(env),
      key,
      forwardTo,
      types,
      after,
      isSnapshot: snapshot === "yes",
      secret,
      isNewSecret: known === null,
      sender: openDirectSender(),
    });
  },
  render: ({ accepted, refused }) => `Stopped. ${accepted} accepted, ${refused} not.`,
});

const Judged = z.object({
  rule: z.string(),
  result: z.enum(["passed", "failed", "skipped"]),
  says: z.string().nullable(),
});
const SIGNS = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" } as const;

const conformWebhooks = command({
  name: "conform-webhooks",
  summary: "check that a webhook receiver follows the rules, with test events",
  args: { url: { shown: "URL", about: "URL of the receiver", is: TargetUrl } },
  options: {
    secret: {
      shown: "SECRET",
      about:
        "the receiver's secret (default: WEBHOOK_SECRET, or asked for). As an option, other users of this machine can see it",
      is: Secret.optional(),
    },
  },
  example: "latchkey conform-webhooks http://localhost:4000/hook",
  output: z.object({ rules: z.array(Judged) }),
  conduct: async (session, { url, ...input }) => {
    const { askSecret, show } = session;
    const known = input.secret ?? settingsOf(session).webhookSecret;
    const secret = secretOf(known ?? (await askSecret("Webhook secret: ")));
    const { conform } = await import("../receiver/conform");
    const { openDirectSender } = await import("../receiver/direct-sender");
    const sender = openDirectSender();
    const onProgress = (share: number) => show(bar(share));
    try {
      const now = () => new Date();
      return { rules: await conform({ url, secret, sender, now, onProgress }) };
    } finally {
      await sender.close();
    }
  },
  isFailed: ({ rules }) => rules.some(({ result }) => result !== "passed"),
  render: ({ rules }) => {
    const passed = rules.filter(({ result }) => result === "passed").length;
    const lines = rules.flatMap(({ rule, result, says }) => [
      `${SIGNS[result]}  ${rule}`,
      ...(says === null ? [] : [`         ${says}`]),
    ]);
    return [...lines, `${passed} of ${rules.length} passed.`].join("\n");
  },
});

export const RECEIVER_COMMANDS = [listen, conformWebhooks];
