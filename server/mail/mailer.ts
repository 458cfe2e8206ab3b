import { randomUUID } from "node:crypto";
import type { Core } from "../core/kernel/actor";
import { elapsedMs } from "../core/kernel/elapsed";
import type { Figures } from "../core/kernel/health";
import { Message } from "../core/kernel/message";
import { MAIL_LEASE_MS } from "../core/mail/limits";
import { Email } from "../core/values/text";
import { attemptOf } from "./outcome";
import { type ClaimedMail, createMailQueue, type MailQueue, type Result } from "./queue";
import { render } from "./render";
import type { Transport } from "./transport";

/** Mail may be a second late, and an idle process makes one small query for it. */
const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 15_000;
const CORRECT_EVERY_MS = 60_000;
/** A claim is given up so long before it ends: the clocks differ by the time of a query. */
const LEASE_MARGIN_MS = 10_000;
/** After a fault: doubled up to a minute. One mail then tries whether the server is back. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** On close, for mails that are being sent. Another process repeats those that are left. */
const CLOSE_MS = 3_000;
const POLL_MS = 5;
const RECORD_AGAIN_MS = 1_000;

export type MailerOptions = {
  core: Core;
  transport: Transport;
  linkBase: string;
  supportEmail: string | null;
  /** Where people choose what they get, on this deployment. */
  settingsPath: string;
  /** How many mails are sent at once. */
  connections: number;
  /** A process that also serves sends one at a time while it is busy. */
  isBusy?: () => boolean;
};

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Sends the mails that wait in the database, sharing them with the mailers of other processes. Does
 * nothing until it is started. It has claimed only what it sends, so that a crash repeats no more.
 */
export class Mailer {
  readonly #options: MailerOptions;
  readonly #queue: MailQueue;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stats = { sent: 0, refused: 0, retried: 0, failed: 0, inFlight: 0 };
  /** When each claim ends at the latest, by elapsedMs(). */
  readonly #claims = new Map<string, number>();
  #isLooking = false;
  #isClosed = false;
  #faults = 0;
  #pausedUntilMs = 0;
  /** Of the current outage; null if the last attempt reached the server. */
  #fault: string | null = null;
  #hasWarned = false;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#queue = createMailQueue(options.core, randomUUID());
  }

  /** Attempts since the start by what followed, and the current fault. */
  stats(): Figures["mail"] {
    // A first one may be one connection's.
    return { ...this.#stats, fault: this.#faults > 1 ? this.#fault : null };
  }

  start(): void {
    this.#timers.push(setInterval(() => void this.#look(), LOOK_EVERY_MS));
    this.#timers.push(setInterval(() => void this.#renew(), RENEW_EVERY_MS));
    this.#timers.push(setInterval(() => void this.#correct(), CORRECT_EVERY_MS));
    for (const timer of this.#timers) timer.unref();
    void this.#correct();
    void this.#look();
  }

  /** Looks at once, and resolves when nothing is due that this process may send. */
  async drained(): Promise<void> {
    void this.#look();
    while (this.#isLooking || this.#claims.size > 0) await pause(POLL_MS);
  }

  /** Begins no more mails, waits a while for those that are being sent, and ends the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    const endMs = elapsedMs() + CLOSE_MS;
    while (this.#claims.size > 0 && elapsedMs() < endMs) await pause(POLL_MS);
    this.#options.transport.close();
    // Those that were interrupted are recorded as not tried.
    while (this.#claims.size > 0 && elapsedMs() < endMs + RECORD_AGAIN_MS) await pause(POLL_MS);
  }

  /** Claims and begins as many mails as may be sent at once. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed || elapsedMs() < this.#pausedUntilMs) return;
    const free = this.#places() - this.#claims.size;
    if (free <= 0) return;
    this.#isLooking = true;
    let begun = 0;
    try {
      const askedMs = elapsedMs();
      const mails = await this.#queue.claim(free);
      for (const mail of mails) this.#begin(mail, askedMs + MAIL_LEASE_MS);
      begun = mails.length;
    } catch (err) {
      this.#warn(err, "mail is delayed: the queue failed");
    }
    this.#isLooking = false;
    // What is left of it is begun as places become free.
    if (begun === free) void this.#look();
  }

  #places(): number {
    // During an outage, one mail tries.
    if (this.#faults > 1 || this.#options.isBusy?.()) return 1;
    return this.#options.connections;
  }

  #begin(mail: ClaimedMail, claimEndMs: number): void {
    this.#claims.set(mail.id, claimEndMs);
    this.#stats.inFlight += 1;
    void this.#send(mail)
      .then((result) => this.#record(mail.id, result))
      .then(() => {
        this.#stats.inFlight -= 1;
        this.#claims.delete(mail.id);
        void this.#look();
      });
  }

  async #send(mail: ClaimedMail): Promise<Result> {
    if (this.#isClosed) return { result: "released" };
    if (mail.voidReason !== null) return { result: "void", reason: mail.voidReason };
    // Whoever wrote it: in SMTP, other addresses can be read as several or as another host's.
    if (!Email.safeParse(mail.address).success) {
      return { result: "refused", reason: "The address is not valid." };
    }
    const message = Message.safeParse(mail.message);
    if (!message.success) {
      // Written by a newer release, which runs beside this one or comes back.
      return { result: "retry", reason: "This release can't read the message." };
    }
    const outgoing = this.#complete(mail, message.data);
    if (outgoing === null) {
      return { result: "void", reason: "Its link can't be read with the current NEXTAUTH_SECRET." };
    }
    // The process was stopped in between: another one may be sending it.
    const claimEndMs = this.#claims.get(mail.id) ?? 0;
    if (elapsedMs() > claimEndMs - LEASE_MARGIN_MS) return { result: "released" };
    try {
      await this.#options.transport.send(outgoing);
    } catch (error) {
      return this.#failed(error);
    }
    this.#succeeded();
    return { result: "sent" };
  }

  /** The mail with its links; null if its token can't be opened. */
  #complete(mail: ClaimedMail, message: Message) {
    const { core, linkBase, supportEmail, settingsPath } = this.#options;
    const { id, address, sealed, sealedBy, isOptional } = mail;
    const token =
      sealed && sealedBy ? core.mail.tokens.open({ bytes: sealed, by: sealedBy }, id) : null;
    if (sealed && token === null) return null;
    const rendered = render(message, {
      linkBase,
      token,
      settingsPath: isOptional ? settingsPath : null,
      supportEmail,
    });
    const unsubscribeUrl = isOptional ? linkBase + settingsPath : null;
    return { ...rendered, id, address, unsubscribeUrl };
  }

  #failed(error: unknown): Result {
    // Ended by our own shutdown, which says nothing about the mail.
    if (this.#isClosed) return { result: "released" };
    const attempt = attemptOf(error);
    if (attempt.result === "fault") this.#noteFault(attempt.reason);
    else this.#succeeded();
    return attempt;
  }

  /** The server was reached, whatever it thought of the mail. */
  #succeeded(): void {
    if (this.#hasWarned && this.#fault !== null) {
      this.#options.core.log.info({}, "mail is sent again");
    }
    this.#faults = 0;
    this.#pausedUntilMs = 0;
    this.#fault = null;
    this.#hasWarned = false;
  }

  /** A first fault may be one connection's, so that only further ones pause the mailer. */
  #noteFault(reason: string): void {
    const nowMs = elapsedMs();
    if (nowMs < this.#pausedUntilMs) return;
    this.#faults += 1;
    this.#fault = reason;
    if (this.#faults === 1) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#faults - 2));
    this.#pausedUntilMs = nowMs + pauseMs;
    this.#warn(undefined, "mail is delayed", { reason });
  }

  /** Records a result, however long the database is away: until then, the mail is not sent again. */
  async #record(id: string, result: Result): Promise<void> {
    for (;;) {
      try {
        await this.#queue.record(id, result);
        break;
      } catch (err) {
        this.#warn(err, "mail is delayed: what was sent can't be recorded");
        if (this.#isClosed) return;
        await pause(RECORD_AGAIN_MS);
      }
    }
    if (result.result === "sent") this.#stats.sent += 1;
    else if (result.result === "refused") this.#stats.refused += 1;
    else if (result.result === "void") this.#stats.failed += 1;
    else if (result.result !== "released") this.#stats.retried += 1;
  }

  /** Extends the claims of what is being sent or recorded. */
  async #renew(): Promise<void> {
    const ids = [...this.#claims.keys()];
    if (ids.length === 0) return;
    const askedMs = elapsedMs();
    try {
      for (const id of await this.#queue.renew(ids)) {
        if (this.#claims.has(id)) this.#claims.set(id, askedMs + MAIL_LEASE_MS);
      }
    } catch (err) {
      this.#warn(err, "mail is delayed: the queue failed");
    }
  }

  async #correct(): Promise<void> {
    try {
      await this.#queue.correct();
    } catch (err) {
      this.#warn(err, "mail is delayed: the queue failed");
    }
  }

  /** Logs the first failure of an outage. */
  #warn(err: unknown, message: string, fields: object = {}): void {
    if (!this.#hasWarned) {
      this.#options.core.log.warn({ ...fields, ...(err ? { err } : {}) }, message);
    }
    this.#hasWarned = true;
  }
}
