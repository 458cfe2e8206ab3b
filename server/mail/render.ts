import type { Message } from "../core/kernel/message";

/** What completes a message when it is sent. */
export type Delivery = {
  /** NEXTAUTH_URL: every link begins with it. */
  linkBase: string;
  /** Follows the button's path; null without a one-time link. */
  token: string | null;
  /** Where the person turns such mails off; null if that is not possible. */
  settingsPath: string | null;
  supportEmail: string | null;
};

export type Rendered = { subject: string; text: string; html: string };

const LINE_LENGTH = 76;

/** The text and the HTML part of a message. Both say the same, and have the same links. */
export function render(message: Message, delivery: Delivery): Rendered {
  const parts = { message, delivery, link: linkOf(message, delivery) };
  return { subject: oneLine(message.subject), text: textOf(parts), html: htmlOf(parts) };
}

type Parts = { message: Message; delivery: Delivery; link: string | null };

function linkOf({ button }: Message, { linkBase, token }: Delivery): string | null {
  return button ? `${linkBase}${button.path}${token ?? ""}` : null;
}

/** A header is one line, whatever names are in it. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function footOf({ message, delivery }: Parts): string[] {
  const { supportEmail } = delivery;
  const help = supportEmail === null ? [] : [`Questions? Write to ${supportEmail}.`];
  return [message.reason, ...help];
}

function textOf(parts: Parts): string {
  const { message, delivery, link } = parts;
  const facts = (message.facts ?? []).map(([label, value]) => wrapped(`${label}: ${value}`));
  const blocks = [
    ...message.paragraphs.map(wrapped),
    ...(facts.length > 0 ? [facts.join("\n")] : []),
    // Not wrapped: a link that is cut does not work.
    ...(message.button && link ? [`${message.button.label}:\n${link}`] : []),
    ["-- ", ...footOf(parts).map(wrapped)].join("\n"),
    ...(delivery.settingsPath === null
      ? []
      : [`Manage email notifications:\n${delivery.linkBase}${delivery.settingsPath}`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The text in lines of at most 76 characters; longer words stay whole. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_LENGTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines.join("\n");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

// Colors are those of the dashboard. Clients without <style> show the light ones, which are inline.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #141417 !important; }
  .card { background: #1c1c21 !important; border-color: #33333b !important; }
  .text { color: #ececf1 !important; }
  .dim { color: #a3a3b0 !important; }
  .row { border-color: #33333b !important; }
  .button { background: #ececf1 !important; color: #141417 !important; }
  .link { color: #ececf1 !important; }
}
@media (max-width: 480px) {
  .page { padding: 12px 8px !important; }
  .card { padding: 20px 16px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; }
  .value { border-top: 0 !important; padding-top: 0 !important; }
}`;
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BREAK = "overflow-wrap:anywhere;word-break:break-word";
const BODY = `${FONT};font-size:15px;line-height:1.5;${BREAK}`;
const SMALL = `${FONT};font-size:13px;line-height:1.5;color:#5c5c68;${BREAK}`;

function htmlOf(parts: Parts): string {
  const { message, delivery, link } = parts;
  const paragraphs = message.paragraphs.map(
    (text) => `<p class="text" style="${BODY};margin:0 0 16px;color:#1a1a1f">${escaped(text)}</p>`,
  );
  const settings = delivery.settingsPath
    ? `<p class="dim" style="${SMALL};margin:8px 0 0"><a class="dim" style="color:#5c5c68" href="${escaped(delivery.linkBase + delivery.settingsPath)}">Manage email notifications</a></p>`
    : "";
  const foot = footOf(parts).map(
    (text) => `<p class="dim" style="${SMALL};margin:8px 0 0">${escaped(text)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(oneLine(message.subject))}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f4f4f6">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 32px;background:#ffffff;border:1px solid #e2e2e8;border-radius:8px">
<h1 class="text" style="${FONT};font-size:20px;line-height:1.3;${BREAK};margin:0 0 16px;color:#1a1a1f">${escaped(message.subject)}</h1>
${[...paragraphs, factTable(message), buttonOf(message, link)].filter(Boolean).join("\n")}
</div>
<div style="max-width:520px;margin:12px auto 0;padding:0 8px">
${[...foot, settings].filter(Boolean).join("\n")}
</div>
</body>
</html>
`;
}

function factTable({ facts = [] }: Message): string {
  if (facts.length === 0) return "";
  const cell = `${FONT};font-size:14px;line-height:1.5;${BREAK};border-top:1px solid #e2e2e8;padding:8px 0;vertical-align:top;text-align:left`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="row label dim" style="${cell};width:40%;padding-right:12px;font-weight:400;color:#5c5c68">${escaped(label)}</th><td class="row value text" style="${cell};color:#1a1a1f">${escaped(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
}

/** The button, and the link as text: some clients show no buttons, and people check where it leads. */
function buttonOf({ button }: Message, link: string | null): string {
  if (!button || link === null) return "";
  const href = escaped(link);
  return `<p style="margin:8px 0 16px"><a class="button" href="${href}" style="${FONT};display:inline-block;padding:10px 18px;border-radius:6px;background:#1a1a1f;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>
<p class="dim" style="${SMALL};margin:0">Or open this link: <a class="link" style="color:#1a1a1f" href="${href}">${href}</a></p>`;
}
