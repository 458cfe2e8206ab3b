"use client";

import { type KeyboardEvent, useId } from "react";
import classes from "./code.module.css";
import { CopyCode } from "./copy-code";
import { useLanguage } from "./use-language";

type Props = {
  /** The code, by language. */
  samples: Record<string, string>;
  /** A description of the samples for screen readers. */
  title: string;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The same call in several languages. Selecting a language applies to the whole page. */
export function CodeSamples({ samples, title }: Props) {
  const id = useId();
  const languages = Object.keys(samples);
  const [chosen, choose] = useLanguage();
  // Only the guide has samples with the client, a TypeScript file. For readers who selected it,
  // endpoints show plain TypeScript.
  const language = chosen in samples ? chosen : "TypeScript";

  function moveByKey({ key, currentTarget }: KeyboardEvent) {
    const step = STEPS[key];
    if (step === undefined) return;
    const next = (languages.indexOf(language) + step + languages.length) % languages.length;
    choose(languages[next] ?? language);
    currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div className={classes.frame} data-code>
      <div className={classes.bar}>
        <div
          role="tablist"
          aria-label={`Sample: ${title}`}
          className={classes.tabs}
          onKeyDown={moveByKey}
        >
          {languages.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${name}`}
              aria-controls={`${id}-${name}`}
              aria-selected={name === language}
              tabIndex={name === language ? 0 : -1}
              onClick={() => choose(name)}
              className={classes.tab}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyCode />
      </div>
      {languages.map((name) => (
        // The HTML contains all languages, not only the selected one.
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-tab-${name}`}
          hidden={name !== language}
        >
          <pre className={classes.code} data-language={name}>
            {samples[name]}
          </pre>
        </div>
      ))}
    </div>
  );
}
