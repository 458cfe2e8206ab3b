import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { Message } from "../core/kernel/message";
import { exampleMessages } from "./examples";
import { SETTINGS_PATH } from "./open";
import { parsed } from "./testing/smtp";
import { mailStand } from "./testing/stand";

const stand = await mailStand();
const all = exampleMessages();

it.each(all.map((example) => [example.name, example] as const))(
  "%s has a short subject, a path of the dashboard, and no text of a program",
  (_, { message, hasToken }) => {
    expect(Message.parse(message)).toEqual(message);
    expect(message.subject).not.toMatch(/\.$/);
    expect(message.subject.length).toBeLessThanOrEqual(78);
    const texts = [
      message.subject,
      message.reason,
      ...message.paragraphs,
      ...(message.facts ?? []),
    ];
    expect(texts.flat().join(" ")).not.toMatch(
      /undefined|null|NaN|\[object|Invalid Date|T\d\d:\d\d/,
    );
    // All write times in one way: "December 22, 2026 at 10:15 AM UTC".
    expect(texts.flat().join(" ")).not.toMatch(/\d{4}-\d\d-\d\d|\d:\d\d(?!\s[AP]M UTC)/);
    expect(message.button?.path.endsWith("#") ?? false).toBe(hasToken);
  },
);

/** The paths of all pages, as patterns: `[id]` is one segment, and `(group)` none. */
function pagePatterns(): RegExp[] {
  const app = new URL("../../app", import.meta.url);
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file));
  return pages.map((file) => {
    const segments = file.split("/").slice(0, -1);
    const shown = segments.filter((segment) => !/^\(.*\)$/.test(segment));
    const path = shown.map((segment) => `/${segment.replace(/^\[.*\]$/, "[^/]+")}`).join("");
    return new RegExp(`^${path || "/"}$`);
  });
}

it("every link leads to a page that exists", () => {
  const pages = pagePatterns();
  const paths = [SETTINGS_PATH, ...all.map(({ message }) => message.button?.path ?? "/account")];
  const dead = paths.filter((path) => {
    const { pathname } = new URL(path, "https://p.example");
    return !pages.some((page) => page.test(pathname));
  });
  expect(dead).toEqual([]);
});

it("every kind of mail arrives as it was written, through TLS and a login", async () => {
  const smtp = await stand.startSmtp();
  const ids = await stand.write(
    ...all.map(({ name, message, hasToken, isOptional }) => ({
      type: name,
      message,
      isOptional,
      ...(hasToken && { token: "tok-en_1" }),
    })),
  );
  await stand.openMailer(smtp).drained();
  expect(smtp.accepted).toHaveLength(all.length);
  for (const [index, { message, hasToken, isOptional }] of all.entries()) {
    const mail = smtp.accepted.find(({ id }) => id === ids[index]);
    if (!mail) throw new Error("it did not arrive");
    const email = await parsed(mail);
    expect(email.subject).toBe(message.subject);
    const link = `https://p.example${message.button?.path}${hasToken ? "tok-en_1" : ""}`;
    for (const part of [email.text ?? "", email.html ?? ""]) {
      expect(part).toContain(message.button ? link.replaceAll("&", "&") : "p.example");
    }
    const flat = (email.text ?? "").replaceAll(/\s+/g, " ");
    for (const text of [...message.paragraphs, message.reason]) {
      expect(flat).toContain(text.replaceAll(/\s+/g, " "));
    }
    expect(/^list-unsubscribe:/im.test(mail.raw)).toBe(isOptional);
  }
});
