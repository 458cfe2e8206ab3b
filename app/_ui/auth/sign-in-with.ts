import { signIn } from "next-auth/react";
import { SECOND_FACTOR_ERRORS, waitSeconds } from "@/server/auth/sign-in-errors";

export type SignInOutcome =
  | { kind: "in" }
  | { kind: "wrong" }
  | { kind: "unreachable" }
  | { kind: "code"; isWrong: boolean }
  | { kind: "wait"; seconds: number };

/** Signs in through next-auth, which sets the session cookie. `code` belongs to the second step. */
export async function signInWith(credentials: {
  email: string;
  password: string;
  code?: string;
}): Promise<SignInOutcome> {
  const answer = await signIn("credentials", { ...credentials, redirect: false }).catch(() => null);
  if (!answer) return { kind: "unreachable" };
  if (answer.ok && !answer.error) return { kind: "in" };
  const seconds = waitSeconds(answer.error ?? "");
  if (seconds !== null) return { kind: "wait", seconds };
  if (answer.error === SECOND_FACTOR_ERRORS.needed) return { kind: "code", isWrong: false };
  if (answer.error === SECOND_FACTOR_ERRORS.wrong) return { kind: "code", isWrong: true };
  return { kind: answer.error === "CredentialsSignin" ? "wrong" : "unreachable" };
}
