// Says that too few files may be open. JavaScript, because a start checks it before anything is
// installed.

/** A start with the demo opens more than 400 at once, most of them modules and the database. */
export const LEAST_FILES = 512;

export const tellFewFiles = (limit) =>
  `Latchkey needs to open ${LEAST_FILES} files at once, and may open ${limit}. Raise the hard limit to 65536: nofile in /etc/security/limits.conf, LimitNOFILE= in a systemd unit, or --ulimit nofile=65536 with Docker.`;
