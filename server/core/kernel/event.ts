import type { z } from "zod";
import type { Scope } from "./scopes";
import type { SubjectType } from "./subjects";
import { wireEncoder } from "./wire";

/**
 * A type of event: who may read it, what it is about, and its data. Partners rely on the names and
 * fields; within a version of the API they only grow.
 */
type Definition = {
  /** The scope that a key needs beside `events:read`; null if none. */
  scope: Scope | null;
  /** The kind of resource that changed, or the import that changed many. */
  subjects: readonly [SubjectType, ...SubjectType[]];
  summary: string;
  /** Only what changed, counts and sums. Clients fetch the rest. */
  data: z.ZodObject;
  /** For the documentation and for test events, as on the wire. */
  example: { subject: string; data: Record<string, unknown> };
};
type Named<D, Name> = D & { readonly name: Name };

/** The part that the types of a feature have in common. */
type Shared = Pick<Definition, "scope" | "subjects">;
type Own = Omit<Definition, keyof Shared> & Partial<Shared>;

/** Defines the types of events by their names, in the `events.ts` of their feature. */
export function eventTypes<const S extends Shared, const T extends Record<string, Own>>(
  shared: S,
  definitions: T,
) {
  const named = Object.entries(definitions).map(([name, own]) => [
    name,
    { ...shared, ...own, name },
  ]);
  return Object.fromEntries(named) as {
    readonly [Name in keyof T]: Named<Omit<S, keyof T[Name]> & T[Name], Name>;
  };
}

/** An event to be written. */
export type EventFact = {
  type: string;
  subject: { type: SubjectType; id: string };
  /** As on the wire. */
  data: Record<string, unknown>;
  /** The partner whose event it is; by default, the one that the change is about. */
  partnerId?: string;
  /** By default, the time at which it is written. */
  occurredAt?: Date;
  /** The user who caused it, if a person did. It is in no feed. */
  actorId?: string;
};

type Input<T extends Definition> = Pick<EventFact, "partnerId" | "occurredAt"> & {
  /** An id, of the first of the type's subjects; or an import's. */
  subject: string | { type: T["subjects"][number]; id: string };
  data: z.input<T["data"]>;
};

const encoders = new Map<Definition, (data: unknown) => unknown>();

function encoderOf(type: Definition): (data: unknown) => unknown {
  const encoder = encoders.get(type) ?? wireEncoder(type.data);
  encoders.set(type, encoder);
  return encoder;
}

/** An event to be written, with its data checked by the type's schema. */
export function event<T extends Named<Definition, string>>(type: T, input: Input<T>): EventFact {
  const { subject, data, ...rest } = input;
  const [subjectType] = type.subjects;
  return {
    type: type.name,
    subject: typeof subject === "string" ? { type: subjectType, id: subject } : subject,
    data: encoderOf(type)(data) as EventFact["data"],
    ...rest,
  };
}
