"use client";

import { Tabs } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { CopyButton } from "@/app/_ui/form/copy-button";
import classes from "./code.module.css";

type Props = {
  /** The code, by language. */
  samples: Record<string, string>;
  /** A description of the samples for screen readers. */
  title: string;
};

/** The same call in several languages. Selecting a language applies to the whole page. */
export function CodeSamples({ samples, title }: Props) {
  const languages = Object.keys(samples);
  const [chosen, choose] = useLocalStorage({ key: "latchkey-language", defaultValue: "curl" });
  // Only the guide has samples with the client, a TypeScript file. For readers who selected it,
  // endpoints show plain TypeScript.
  const language = chosen in samples ? chosen : "TypeScript";
  return (
    <Tabs
      value={language}
      onChange={(value) => value && choose(value)}
      variant="unstyled"
      // The HTML contains all languages, not only the selected one.
      keepMountedMode="display-none"
      className={classes.frame}
    >
      <div className={classes.bar}>
        <Tabs.List aria-label={`Sample: ${title}`} className={classes.tabs}>
          {languages.map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton label="Copy" variant="subtle" read={() => samples[language] ?? ""} />
      </div>
      {languages.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <pre className={classes.code} data-language={name}>
            {samples[name]}
          </pre>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
