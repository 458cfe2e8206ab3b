import type { Sender, Sent } from "../../delivery/send";
import { CommandFailed } from "../failure";
import { RULES, type Rule } from "./rules";

/** A rule and whether the receiver follows it; `says` is why not. */
export type Judged = { rule: string; result: "passed" | "failed" | "skipped"; says: string | null };

type Input = {
  url: string;
  secret: string;
  sender: Sender;
  now(): Date;
  /** Called before each rule with the share that is done, from 0 to 1. */
  onProgress(share: number): void;
};

/**
 * Sends a receiver right and wrong webhooks, to this URL only, and judges its responses. Throws
 * CommandFailed if it can't be reached.
 */
export async function conform({ url, secret, sender, now, onProgress }: Input): Promise<Judged[]> {
  const seen: { rule: Rule; sent: Sent[] }[] = [];
  for (const [index, rule] of RULES.entries()) {
    onProgress(index / RULES.length);
    const sent: Sent[] = [];
    for (const probe of rule.probes(secret, now())) {
      sent.push(await sender.send({ url, ...probe }));
    }
    seen.push({ rule, sent });
    // It would be silent for each of the others, too.
    if (index === 0 && sent.every(({ status }) => status === null)) break;
  }
  const [first] = seen;
  // Receivers that connect and then fail are judged below.
  const reason = first?.sent[0]?.error ?? null;
  if (reason !== null && !/^no response|closed|reset/.test(reason)) {
    throw new CommandFailed({
      error: `Can't reach ${url}: ${reason}.`,
      code: "unreachable",
      details: {},
    });
  }
  const refusesAll = first === undefined || fault(first.rule, first.sent) !== null;
  const judged = RULES.map((rule): Judged => {
    const sent = seen.find((one) => one.rule === rule)?.sent;
    if (sent === undefined) return skipped(rule.rule, "There was no response to the first one.");
    const found = fault(rule, sent);
    if (found !== null) return failed(rule.rule, `${found} ${rule.advice}`);
    if (refusesAll && rule.expects === "refused") return skipped(rule.rule, REFUSES_ALL);
    return { rule: rule.rule, result: "passed", says: null };
  });
  const all = seen.flatMap(({ sent }) => sent);
  return [...judged, judgeSpeed(all), judgeRedirects(all)];
}

const REFUSES_ALL = "The receiver refuses correct webhooks, too. Is the secret right?";
const skipped = (rule: string, says: string): Judged => ({ rule, result: "skipped", says });
const failed = (rule: string, says: string): Judged => ({ rule, result: "failed", says });

/** A sentence about the fault in the responses to a rule's requests; null without a fault. */
function fault({ expects }: Rule, all: readonly Sent[]): string | null {
  for (const { status, error } of all) {
    if (status === null) return sentence(error ?? "no response");
    const isAccepted = status >= 200 && status <= 299;
    if (expects === "accepted" && !isAccepted) return `Status ${status} instead of 2xx.`;
    if (expects === "accepted") continue;
    if (status === 410) return "Status 410, which disables the endpoint, instead of 400.";
    if (status < 400 || status > 499) return `Status ${status} instead of 4xx.`;
  }
  return null;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function judgeSpeed(all: readonly Sent[]): Judged {
  const rule = "responds within 15 seconds";
  const silent = all.find(({ status }) => status === null);
  if (silent === undefined) return { rule, result: "passed", says: null };
  const advice = "Respond first, and process the event afterwards.";
  return failed(rule, `${sentence(silent.error ?? "no response")} ${advice}`);
}

function judgeRedirects(all: readonly Sent[]): Judged {
  const rule = "does not redirect";
  const found = all.find(({ status }) => status !== null && status >= 300 && status <= 399);
  if (found === undefined) return { rule, result: "passed", says: null };
  const advice = "Redirects are not followed. Use the URL that it redirects to.";
  return failed(rule, `Status ${found.status}. ${advice}`);
}
