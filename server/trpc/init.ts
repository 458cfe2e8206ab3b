import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { assertEnrolled } from "../core/kernel/access";
import type { Actor, Core, Ctx } from "../core/kernel/actor";
import {
  DomainError,
  ERRORS,
  type ErrorCode,
  type ErrorDetails,
  fail,
  isDomainError,
} from "../core/kernel/errors";
import { enterPartner } from "../core/partners/enter";
import { PartnerCode } from "../core/partners/schema";
import type { Attempt } from "./once";
import { seenAs } from "./seen";

/** The context of a call. `actor` is null if signed out. */
export type TrpcContext = {
  core: Core;
  actor: Actor | null;
  address: string | null;
  /** Replaces the session id in the caller's cookie. */
  continueSession(sessionId: string): Promise<void>;
};

type TrpcCode = ConstructorParameters<typeof TRPCError>[0]["code"];

const CODES_BY_STATUS: Partial<Record<number, TrpcCode>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** A catalogue error as a tRPC error with the matching status. */
export function trpcErrorOf(cause: DomainError): TRPCError {
  const code = CODES_BY_STATUS[ERRORS[cause.code].status] ?? "INTERNAL_SERVER_ERROR";
  return new TRPCError({ code, cause });
}

const t = initTRPC.context<TrpcContext>().create({
  isDev: false,
  // By default tRPC sends the message of any error; only those of the catalogue may be shown.
  errorFormatter: ({ shape, error }) => {
    const failure = asFailure(error);
    return {
      ...shape,
      message: failure.message,
      data: { ...shape.data, failure: { code: failure.code, details: failure.details } },
    };
  },
});

function asFailure(error: TRPCError): DomainError {
  if (isDomainError(error.cause)) return error.cause;
  if (error.code === "BAD_REQUEST")
    return new DomainError("validation_failed", "Validation failed.", issuesOf(error.cause));
  const code: ErrorCode = error.code === "NOT_FOUND" ? "not_found" : "internal_error";
  return new DomainError(code, ERRORS[code].message, {});
}

/**
 * The issues of an input that failed validation, so that forms can show them beside their fields.
 */
function issuesOf(cause: unknown): ErrorDetails {
  if (!(cause instanceof ZodError)) return {};
  const issues = cause.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { issues };
}

const failures = t.middleware(async ({ ctx, next, path, type }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (isDomainError(cause)) throw trpcErrorOf(cause);
  if (result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  ctx.core.log.error({ err: cause, method: type, route: `/api/trpc/${path}` }, "procedure failed");
  if (!ctx.core.isUnavailable(cause)) return result;
  throw trpcErrorOf(new DomainError("unavailable", ERRORS.unavailable.message, {}));
});

/** Rejects NUL in any input, because PostgreSQL can't store it, and what is too deep to be read. */
const storable = t.middleware(async ({ getRawInput, next }) => {
  if (!isStorable(await getRawInput(), MAX_DEPTH)) throw new TRPCError({ code: "BAD_REQUEST" });
  return next();
});

/** Deeper than any schema. */
const MAX_DEPTH = 8;

function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === "string") return !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isStorable(inner, levels - 1));
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

export const publicProcedure = t.procedure.use(failures).use(storable);

/**
 * The caller's own account, even for an operator who has not set up two-factor authentication yet.
 * `ctx.call` is the context for core's functions.
 */
export const accountProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: callAs(ctx.actor, ctx) }),
);

/** For any signed-in user who has completed two-factor setup, if it is required. */
export const userProcedure = accountProcedure.use(({ ctx, next }) => {
  assertEnrolled(ctx.actor);
  return next();
});

/** The procedure's own input schema is strict and has no `partner` field. */
const ownInput = t.middleware(({ getRawInput, next }) =>
  next({ getRawInput: async () => without("partner", await getRawInput()) }),
);

/**
 * For a partner's people and operators. The input names the partner by its code; `ctx.partnerId` is
 * its id, and `ctx.call` can only read and write within it. Core decides which changes operators
 * may make.
 */
export const partnerProcedure = userProcedure
  .input(z.object({ partner: PartnerCode }))
  .use(async ({ ctx, input, next }) => {
    const { actor, partnerId } = await enterPartner(ctx, input.partner);
    return next({ ctx: { ...callAs(actor, ctx), partnerId }, input: undefined });
  })
  .use(ownInput);

/**
 * Like partnerProcedure, for what the platform has too: `partner` and `ctx.partnerId` are null for
 * the platform's own, which only operators may read and write.
 */
export const ownerProcedure = userProcedure
  .input(z.object({ partner: PartnerCode.nullable() }))
  .use(async ({ ctx, input, next }) => {
    const { actor, partnerId } =
      input.partner === null ? enterPlatform(ctx.actor) : await enterPartner(ctx, input.partner);
    return next({ ctx: { ...callAs(actor, ctx), partnerId }, input: undefined });
  })
  .use(ownInput);

function enterPlatform(actor: Actor | null): { actor: Actor; partnerId: string | null } {
  if (actor?.kind !== "operator") fail("forbidden");
  return { actor, partnerId: null };
}

/**
 * Added to a procedure that shows a secret once, whose resolver is an onceOnly(): with the same
 * `idempotencyKey`, it runs at most once.
 */
export const withIdempotencyKey = t.procedure
  .input(z.object({ idempotencyKey: z.string().min(16).max(64) }))
  .use(async ({ getRawInput, input: { idempotencyKey: key }, next, path }) => {
    const attempt: Attempt = { key, path, sent: without("idempotencyKey", await getRawInput()) };
    return next({ ctx: { attempt }, input: undefined });
  })
  .use(({ ctx, next }) => next({ getRawInput: async () => ctx.attempt.sent }));

/**
 * Added to a procedure that edits something. `seen` has these fields as they were when the form was
 * opened, or some of them. `ctx.expecting(input)` is the input for core: see seenAs().
 */
export const withSeen = <Field extends string>(...fields: readonly Field[]) => {
  const shape = Object.fromEntries(fields.map((field) => [field, z.unknown()]));
  const Seen = z.strictObject(shape as Record<Field, z.ZodUnknown>).partial();
  return t.procedure
    .input(z.object({ seen: Seen }))
    .use(async ({ getRawInput, input: { seen }, next }) => {
      const sent = without("seen", await getRawInput());
      // The parsed input: fields may be stored in another spelling than they were sent.
      const expecting = <Input extends Record<string, unknown>>(input: Input) => ({
        ...input,
        isExpected: seenAs(seen, input),
      });
      return next({ ctx: { sent, expecting }, input: undefined });
    })
    .use(({ ctx, next }) => next({ getRawInput: async () => ctx.sent }));
};

function without(name: string, raw: unknown): Record<string, unknown> {
  const { [name]: _, ...input } = Object(raw) as Record<string, unknown>;
  return input;
}

export const operatorProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.actor.kind !== "operator") fail("forbidden");
  return next();
});

function callAs(
  actor: Actor | null,
  { core, address }: Pick<TrpcContext, "core" | "address">,
): { actor: Actor; call: Ctx } {
  if (!actor) fail("unauthenticated");
  return { actor, call: { ...core, actor, address } };
}
