import { useRef, useState } from "react";
import { signInWith } from "@/app/_ui/auth/sign-in-with";
import { useCountdown } from "@/app/_ui/format/use-now";

const SAID = {
  wrong: "Wrong email address or password.",
  code: "This code is not right, or was used already.",
  unreachable: "Latchkey cannot be reached. Check your connection and try again.",
} as const;

type Credentials = { email: string; password: string };

/** Signing in, step by step: the password first, and where the account has one a code after it. */
export function useSignIn(target: string) {
  // Held until the code is right: the server keeps nothing of a sign-in that is half done.
  const [proven, setProven] = useState<Credentials | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Since the last attempt, also when the wait is over.
  const [hadToWait, setHadToWait] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown();
  const isUnderWay = useRef(false);

  function wait(seconds: number) {
    startCountdown(seconds);
    setHadToWait(true);
  }

  async function attempt(credentials: Credentials, code?: string) {
    if (isUnderWay.current || secondsLeft > 0) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setError(null);
    setHadToWait(false);
    const outcome = await signInWith({ ...credentials, ...(code !== undefined && { code }) });
    // A whole new page, so that nothing of an earlier session is left in memory.
    if (outcome.kind === "in") return window.location.assign(target);
    if (outcome.kind === "wait") wait(outcome.seconds);
    else if (outcome.kind !== "code") setError(SAID[outcome.kind]);
    else if (outcome.isWrong) setError(SAID.code);
    else setProven(credentials);
    setIsBusy(false);
    isUnderWay.current = false;
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

export type SigningIn = ReturnType<typeof useSignIn>;
