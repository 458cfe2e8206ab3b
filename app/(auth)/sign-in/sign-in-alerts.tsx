"use client";

import { Alert } from "@mantine/core";
import type { SigningIn } from "./use-sign-in";

/** Why the last attempt did not lead in, and how long to wait before the next. */
export function SignInAlerts({ signingIn }: { signingIn: SigningIn }) {
  const { error, secondsLeft, hadToWait } = signingIn;
  return (
    <>
      {error && (
        <Alert variant="light" color="red" role="alert">
          {error}
        </Alert>
      )}
      {secondsLeft > 0 && (
        <Alert variant="light" color="brass" role="alert" title="Too many failed attempts">
          {/* The seconds are not read out one by one. */}
          <span aria-live="off">Try again in {duration(secondsLeft)}.</span>
        </Alert>
      )}
      {hadToWait && secondsLeft === 0 && (
        <Alert variant="light" color="ink" role="status">
          You can try again now.
        </Alert>
      )}
    </>
  );
}

/** "3 min 5 s". */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
