import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { assertEnrolled } from "../core/access";
import type { Actor, Core, Ctx } from "../core/actor";
import {
  DomainError,
  ERRORS,
  type ErrorCode,
  type ErrorDetails,
  fail,
  isDomainError,
} from "../core/errors";
import { enterPartner } from "../core/partners/enter";
import { PartnerCode } from "../core/partners/schema";

/** What a procedure is called with: the process, and who calls from where (null: signed out). */
export type TrpcContext = {
  core: Core;
  actor: Actor | null;
  address: string | null;
  /** Puts another session's id into the caller's cookie. */
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

/** An error of the catalogue with the status that tRPC is to answer with. */
export function trpcErrorOf(cause: DomainError): TRPCError {
  const code = CODES_BY_STATUS[ERRORS[cause.code].status] ?? "INTERNAL_SERVER_ERROR";
  return new TRPCError({ code, cause });
}

const t = initTRPC.context<TrpcContext>().create({
  isDev: false,
  // tRPC would send the message of any error; only those of the catalogue are fit to be seen.
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
    return new DomainError("validation_failed", "the input is not valid", issuesOf(error.cause));
  const code: ErrorCode = error.code === "NOT_FOUND" ? "not_found" : "internal_error";
  return new DomainError(code, ERRORS[code].message, {});
}

/** Where the input did not fit its schema, so that a form can say it beside the field. */
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
  ctx.core.log.error(
    { err: cause, method: type, route: `/api/trpc/${path}` },
    "a procedure failed",
  );
  if (!ctx.core.isUnavailable(cause)) return result;
  throw trpcErrorOf(new DomainError("unavailable", ERRORS.unavailable.message, {}));
});

/** No id, text or filter has a NUL in it, and PostgreSQL fails at one: said once for every input. */
const storable = t.middleware(async ({ getRawInput, next }) => {
  if (holdsNul(await getRawInput(), MAX_DEPTH)) throw new TRPCError({ code: "BAD_REQUEST" });
  return next();
});

/** No schema is as deep as that, and deeper there is nothing that it takes. */
const MAX_DEPTH = 8;

function holdsNul(value: unknown, levels: number): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null || levels === 0) return false;
  return Object.values(value).some((inner) => holdsNul(inner, levels - 1));
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Open to everyone. */
export const publicProcedure = t.procedure.use(failures).use(storable);

/**
 * One's own account, even for an operator who has yet to set up a second factor. `ctx.call` is what
 * core's functions take.
 */
export const accountProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: callAs(ctx.actor, ctx) }),
);

/** For anyone signed in, once nothing is left to set up. */
export const userProcedure = accountProcedure.use(({ ctx, next }) => {
  assertEnrolled(ctx.actor);
  return next();
});

/**
 * For a partner's people and operators. The input names the partner by its code; `ctx.partnerId` is its
 * id, and `ctx.call` reads and writes within it alone. What operators may change is up to core.
 */
export const partnerProcedure = userProcedure
  .input(z.object({ partner: PartnerCode }))
  .use(async ({ ctx, input, next }) => {
    const { actor, partnerId } = await enterPartner(ctx, input.partner);
    return next({ ctx: { ...callAs(actor, ctx), partnerId }, input: undefined });
  })
  // The procedure's own input is strict, and knows no partner.
  .use(({ getRawInput, next }) =>
    next({ getRawInput: async () => withoutPartner(await getRawInput()) }),
  );

function withoutPartner(raw: unknown): unknown {
  const { partner: _, ...input } = Object(raw) as Record<string, unknown>;
  return input;
}

/** For those who run the platform. */
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
