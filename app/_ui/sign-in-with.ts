import { signIn } from "next-auth/react";
import { waitSeconds } from "@/server/auth/wait-error";

export type SignInOutcome =
  | { kind: "in" }
  | { kind: "wrong" }
  | { kind: "unreachable" }
  | { kind: "wait"; seconds: number };

/** Signs in through next-auth; on success the session's cookie is set. */
export async function signInWith(credentials: {
  email: string;
  password: string;
}): Promise<SignInOutcome> {
  const answer = await signIn("credentials", { ...credentials, redirect: false }).catch(() => null);
  if (!answer) return { kind: "unreachable" };
  if (answer.ok && !answer.error) return { kind: "in" };
  const seconds = waitSeconds(answer.error ?? "");
  if (seconds !== null) return { kind: "wait", seconds };
  return { kind: answer.error === "CredentialsSignin" ? "wrong" : "unreachable" };
}
