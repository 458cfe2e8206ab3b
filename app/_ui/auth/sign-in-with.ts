import { signIn } from "next-auth/react";
import { SECOND_FACTOR_ERRORS, waitSeconds } from "@/server/auth/sign-in-errors";

type SignInOutcome =
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
  const response = await signIn("credentials", { ...credentials, redirect: false }).catch(
    () => null,
  );
  if (!response) return { kind: "unreachable" };
  if (response.ok && !response.error) return { kind: "in" };
  const seconds = waitSeconds(response.error ?? "");
  if (seconds !== null) return { kind: "wait", seconds };
  if (response.error === SECOND_FACTOR_ERRORS.needed) return { kind: "code", isWrong: false };
  if (response.error === SECOND_FACTOR_ERRORS.wrong) return { kind: "code", isWrong: true };
  return { kind: response.error === "CredentialsSignin" ? "wrong" : "unreachable" };
}
