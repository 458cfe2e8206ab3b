/** How long mails are kept after they were written, for the list of what was sent. */
export const MAIL_DAYS = 30;
/** How long a mail that can't be sent is tried. */
export const MAIL_TRIED_HOURS = 24;
