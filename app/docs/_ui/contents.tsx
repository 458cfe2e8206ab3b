"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import classes from "./contents.module.css";

export type Entry = {
  id: string;
  label: string;
  method?: string;
  /** The searchable text besides the label. */
  words: string;
};
export type Group = { title: string; entries: Entry[] };

/** The page's table of contents, with search. */
export function Contents({ groups }: { groups: Group[] }) {
  const [query, setQuery] = useState("");
  // On narrow screens the list overlays the page and is closed by default.
  const [isOpen, setIsOpen] = useState(false);
  const field = useSlashKey();
  const current = useCurrentSection();
  const found = search(groups, query);

  function goToFirst(event: FormEvent) {
    event.preventDefault();
    const first = found[0]?.entries[0];
    if (!first || query.trim() === "") return;
    window.location.hash = first.id;
    setIsOpen(false);
    field.current?.blur();
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    setQuery("");
    setIsOpen(false);
  }

  return (
    <nav aria-label="On this page" className={classes.contents} onKeyDown={leave}>
      <search className={classes.search}>
        <form onSubmit={goToFirst}>
          <input
            ref={field}
            type="search"
            aria-label="Search the reference"
            placeholder="Search"
            autoComplete="off"
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setIsOpen(true);
            }}
          />
          <kbd className={classes.key}>/</kbd>
        </form>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          On this page
        </button>
      </search>
      <div className={classes.list} data-open={isOpen || undefined}>
        <p role="status" className={classes.none}>
          {found.length === 0 && `No results for “${query.trim()}”`}
        </p>
        {found.map(({ title, entries }) => (
          <div key={title} className={classes.group}>
            <p>{title}</p>
            <ul>
              {entries.map(({ id, label, method }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    aria-current={id === current ? "location" : undefined}
                    onClick={() => setIsOpen(false)}
                  >
                    <span>{label}</span>
                    {method && <span className={classes.method}>{method}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** The entries that contain every word of the query, in their groups. */
function search(groups: Group[], query: string): Group[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ label, method, words }: Entry) => {
    const text = `${label} ${method ?? ""} ${words}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isFound) }))
    .filter(({ entries }) => entries.length > 0);
}

/** A field that "/" focuses, unless the user is typing in another one. */
function useSlashKey() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);
  return field;
}

/** The ID of the current section: the topmost of those in the upper part of the window. */
function useCurrentSection(): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const sections = [...document.querySelectorAll("main section[id]")];
    const visible = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target);
          else visible.delete(target);
        }
        const first = sections.find((section) => visible.has(section));
        if (first) setCurrent(first.id);
      },
      { rootMargin: "-96px 0px -60% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return current;
}
