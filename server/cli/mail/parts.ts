/** The parts of a mail of ours that people read. */
export type Parts = { subject: string; text: string; html: string };

/** Reads a message as our own mailer writes it: two alternatives, text and HTML. */
export function partsOf(raw: string): Parts {
  const [head = "", body = ""] = split(raw);
  const boundary = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`);
  const find = (type: string) => {
    const part = parts.find((each) => headerOf(split(each)[0], "content-type").startsWith(type));
    return part === undefined ? "" : decoded(part);
  };
  return {
    subject: words(headerOf(head, "subject")),
    text: find("text/plain"),
    html: find("text/html"),
  };
}

function split(message: string): [head: string, body: string] {
  const at = message.indexOf("\r\n\r\n");
  return at < 0 ? [message, ""] : [message.slice(0, at), message.slice(at + 4)];
}

const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}:\\s*((?:.|\\r\\n[ \\t])*)`, "im").exec(head)?.[1]?.replaceAll("\r\n", "") ??
  "";

function decoded(part: string): string {
  const [head, body] = split(part);
  const encoding = headerOf(head, "content-transfer-encoding").trim().toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  const plain = encoding === "quoted-printable" ? unquoted(body.replaceAll("=\r\n", "")) : body;
  return Buffer.from(plain, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

const unquoted = (text: string) =>
  text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** The encoded words of a header (RFC 2047), in UTF-8. */
function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, inner: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(inner, "base64").toString("utf8")
        : Buffer.from(unquoted(inner.replaceAll("_", " ")), "latin1").toString("utf8"),
    );
}
