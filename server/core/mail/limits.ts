/** How long mails are kept after they were written, for the list of what was sent. */
export const MAIL_DAYS = 30;
/** How long a mail that can't be sent is tried. */
export const MAIL_TRIED_HOURS = 24;
/** How long a process has a mail without renewing the claim, by the database's clock. */
export const MAIL_LEASE_MS = 60_000;
