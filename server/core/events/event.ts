import type { z } from "zod";
import { wireEncoder } from "../wire";
import { EVENT_TYPES, type EventFact, type EventType } from "./types";

type Data<T extends EventType> = z.input<(typeof EVENT_TYPES)[T]["data"]>;
type Input<T extends EventType> = Pick<EventFact, "partnerId" | "occurredAt"> & {
  /** An id, of the first of the type's subjects; or an import's. */
  subject: string | { type: (typeof EVENT_TYPES)[T]["subjects"][number]; id: string };
  data: Data<T>;
};

const encoders = new Map<EventType, (data: unknown) => unknown>();

function encoderOf(type: EventType): (data: unknown) => unknown {
  const encoder = encoders.get(type) ?? wireEncoder(EVENT_TYPES[type].data);
  encoders.set(type, encoder);
  return encoder;
}

/** An event to be written, with its data checked by the type's schema. */
export function event<T extends EventType>(type: T, input: Input<T>): EventFact {
  const { subject, data, ...rest } = input;
  const [subjectType] = EVENT_TYPES[type].subjects;
  return {
    type,
    subject: typeof subject === "string" ? { type: subjectType, id: subject } : subject,
    data: encoderOf(type)(data) as EventFact["data"],
    ...rest,
  };
}
