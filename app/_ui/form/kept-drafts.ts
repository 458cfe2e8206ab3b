import { type RefObject, useEffect, useState } from "react";
import { KEPT_DRAFTS, onKeepDrafts } from "@/app/_trpc/drafts";
import { useMe } from "@/app/_trpc/use-me";
import { type Change, changesIn, fill, valuesOf } from "./form-fields";

/** The button that opened a form, and the item of its menu. */
type Opener = { button: string; item: string | null };
type Draft = { form: string; opener: Opener | null; changes: Change[] };
type Kept = { person: string; path: string; at: number; drafts: Draft[] };

const MAX_AGE_MS = 10 * 60_000;
const ATTEMPTS = 20;
const PAUSE_MS = 500;

/** How to keep the draft of each open form. */
const open = new Set<() => { person: string; draft: Draft }>();
const kept = typeof window === "undefined" ? null : takeKept();
onKeepDrafts(keep);

/**
 * Keeps what is typed into the form over a reload for a new release and over the sign-in after an
 * expired session, for ten minutes: for this person, on this page, in this tab. Forms with passwords
 * or codes are not kept.
 */
export function useKeptDraft(ref: RefObject<HTMLFormElement | null>): void {
  const person = useMe().user.email;
  // While rendering, before the form takes the focus.
  const [opener] = useState(openerNow);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const before = valuesOf(form);
    const read = () => ({
      person,
      draft: { form: nameOf(form), opener, changes: changesIn(form, before) },
    });
    const draft = draftFor(form, person);
    if (draft) void fill(form, draft.changes);
    open.add(read);
    return () => void open.delete(read);
  }, [ref, person, opener]);
}

/** Opens the dialogs again whose drafts were kept of the signed-in user. */
export async function reopen(person: string): Promise<void> {
  for (const draft of [...(kept?.drafts ?? [])]) {
    for (let n = 0; n < ATTEMPTS && kept?.drafts.includes(draft); n++) {
      // The page may not be ready yet, so it is tried again.
      if (draft.opener && isOf(kept, person)) press(draft.opener);
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  }
}

/** A draft is restored once. */
function draftFor(form: HTMLFormElement, person: string): Draft | undefined {
  if (!kept || !isOf(kept, person)) return undefined;
  const index = kept.drafts.findIndex((draft) => draft.form === nameOf(form));
  return index === -1 ? undefined : kept.drafts.splice(index, 1)[0];
}

function isOf({ person, path, at }: Kept, other: string): boolean {
  return person === other && path === location.pathname && Date.now() - at < MAX_AGE_MS;
}

function keep(): void {
  const all = [...open].map((read) => read()).filter(({ draft }) => draft.changes.length > 0);
  const [first] = all;
  if (!first) return;
  const isInUrl = new URLSearchParams(location.search).has("new");
  const drafts = all.map(({ draft }) => (isInUrl ? { ...draft, opener: null } : draft));
  const path = location.pathname;
  const value: Kept = { person: first.person, path, at: Date.now(), drafts };
  try {
    sessionStorage.setItem(KEPT_DRAFTS, JSON.stringify(value));
  } catch {
    // Full, or turned off by the user.
  }
}

/** Takes the drafts out of the browser's storage. */
function takeKept(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEPT_DRAFTS);
    sessionStorage.removeItem(KEPT_DRAFTS);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The title of its dialog. */
function nameOf(form: HTMLFormElement): string {
  return form.closest('[role="dialog"]')?.querySelector("h2")?.textContent ?? "";
}

const labelOf = (element: Element) =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();

function openerNow(): Opener | null {
  if (typeof document === "undefined") return null;
  const button = document.activeElement;
  if (!(button instanceof HTMLButtonElement)) return null;
  return { button: labelOf(button), item: button.dataset.chosen ?? null };
}

function press({ button, item }: Opener): void {
  const find = (selector: string, name: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) => labelOf(element) === name && element.checkVisibility(),
    );
  const chosen = item === null ? undefined : find('[role="menuitem"]', item);
  (chosen ?? find("button", button))?.click();
}
