import { type Detail, text } from "../values/phrases";
import type { Action } from "./access";

/**
 * The inputs of a sentence. `name` is the subject's current name, for rows that did not store it.
 */
export type AuditFacts = { detail: Detail; name: string | null };

/** An action as the rest of a sentence that begins with the actor. */
export type Sentence = (facts: AuditFacts) => string;

/** A sentence for each action of a feature, whose `actions.ts` is `Actions`. */
export type Sentences<Actions extends Readonly<Record<string, Action>>> = {
  readonly [Name in Actions[keyof Actions]["name"]]: Sentence;
};

/** The subject if it is a person. */
export const person = ({ detail, name }: AuditFacts): string =>
  text(detail.email ?? name) || "(deleted)";
