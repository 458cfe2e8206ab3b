import { useEffect, useRef, useState } from "react";
import { safePath, withFragment } from "@/app/_ui/auth/safe-path";
import { signInWith } from "@/app/_ui/auth/sign-in-with";
import { useCountdown } from "@/app/_ui/format/use-now";

const MESSAGES = {
  wrong: "Incorrect email or password.",
  code: "Invalid or already used code.",
  unreachable: "Can't reach the server. Check your connection and try again.",
} as const;

type Credentials = { email: string; password: string };

/** A parameter of the query. The page that the server sends is the same for all of them. */
export const asked = (name: "callbackUrl" | "reason") =>
  new URLSearchParams(window.location.search).get(name);

/** The page that was requested before sign-in. */
const requestedPage = () => withFragment(safePath(asked("callbackUrl")), window.location.hash);

/** The state of a sign-in: first the password, then a code if the account has a second factor. */
export function useSignIn() {
  // Kept until the code is correct, because the server stores nothing about a half-finished
  // sign-in.
  const [proven, setProven] = useState<Credentials | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Since the last attempt, even after the wait is over.
  const [hadToWait, setHadToWait] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown();
  const isSubmitting = useRef(false);

  function wait(seconds: number) {
    startCountdown(seconds);
    setHadToWait(true);
  }

  async function attempt(credentials: Credentials, code?: string) {
    if (isSubmitting.current || secondsLeft > 0) return;
    isSubmitting.current = true;
    setIsBusy(true);
    setError(null);
    setHadToWait(false);
    const outcome = await signInWith({ ...credentials, ...(code !== undefined && { code }) });
    // A full page load, so that nothing of an earlier session stays in memory.
    if (outcome.kind === "in") return window.location.assign(requestedPage());
    if (outcome.kind === "wait") wait(outcome.seconds);
    else if (outcome.kind !== "code") setError(MESSAGES[outcome.kind]);
    else if (outcome.isWrong) setError(MESSAGES.code);
    else setProven(credentials);
    setIsBusy(false);
    isSubmitting.current = false;
  }

  return {
    isAtCode: proven !== null,
    isBusy,
    error,
    secondsLeft,
    hadToWait,
    withPassword: (credentials: Credentials) => attempt(credentials),
    withCode: async (code: string) => proven && attempt(proven, code),
    startAgain: () => {
      setProven(null);
      setError(null);
    },
  };
}

/** Gives the field the focus when a sign-in has failed, with its text selected. */
export function useFieldToCorrect({ error }: Pick<SigningIn, "error">) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error === null) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return field;
}

export type SigningIn = ReturnType<typeof useSignIn>;
