import { expect, it } from "vitest";
import type { Message } from "../core/kernel/message";
import { render } from "./render";

const MESSAGE: Message = {
  subject: "Your key expires in 7 days",
  paragraphs: ["The key Billing of Acme expires on December 1, 2026."],
  facts: [["Key", "lk_live_ab12...9f"]],
  button: { label: "Open the key", path: "/partners/acme/api-keys/key_1" },
  reason: "You're receiving this email because you're an owner of Acme.",
};
const DELIVERY = {
  linkBase: "https://p.example",
  token: null,
  settingsPath: null,
  supportEmail: null,
};

it("the text part says what the HTML part says, with the same links", () => {
  const settings = { settingsPath: "/account#notifications", supportEmail: "help@p.example" };
  const { text, html } = render(MESSAGE, { ...DELIVERY, ...settings });
  expect(text).toMatchInlineSnapshot(`
    "The key Billing of Acme expires on December 1, 2026.

    Key: lk_live_ab12...9f

    Open the key:
    https://p.example/partners/acme/api-keys/key_1

    -- 
    You're receiving this email because you're an owner of Acme.
    Questions? Write to help@p.example.

    Manage email notifications:
    https://p.example/account#notifications
    "
  `);
  for (const [word] of text.matchAll(/[\w.@/:-]*\w/g)) expect(html).toContain(word);
});

it("names from users stay text: no markup, no header, no other link", () => {
  const hostile = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@evil.example`;
  const { subject, html } = render(
    {
      subject: hostile,
      paragraphs: [hostile],
      facts: [[hostile, hostile]],
      button: { label: hostile, path: `/x"><script>` },
      reason: hostile,
    },
    DELIVERY,
  );
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/<(img|script)/i);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(new Set(links)).toEqual(new Set(["https://p.example/x&quot;&gt;&lt;script&gt;"]));
});

it("nothing is loaded and nothing tracks: no images, scripts, forms or other hosts", () => {
  const { html } = render(MESSAGE, { ...DELIVERY, settingsPath: "/account#notifications" });
  expect(html).not.toMatch(/<(img|script|link|form|iframe|object|video)\b|url\(|@import|src=/i);
  for (const [url] of html.matchAll(/https?:[^"<]*/g)) expect(url).toMatch(/^https:\/\/p\.example/);
});

it("a one-time token follows the button's path and is nowhere else", () => {
  const message = { ...MESSAGE, button: { label: "Choose a password", path: "/welcome#" } };
  const { text, html } = render(message, { ...DELIVERY, token: "tok-en_1" });
  expect(text.split("https://p.example/welcome#tok-en_1")).toHaveLength(2);
  expect(html.split('href="https://p.example/welcome#tok-en_1"')).toHaveLength(3);
});

it("lines of text have at most 76 characters, but links are whole", () => {
  const long = "a long sentence of many words ".repeat(20).trim();
  const path = `/${"x".repeat(300)}`;
  const message = { ...MESSAGE, paragraphs: [long], button: { label: "Open", path } };
  const { text } = render(message, DELIVERY);
  const over = text.split("\n").filter((each) => each.length > 76);
  expect(over).toEqual([`https://p.example${path}`]);
});
