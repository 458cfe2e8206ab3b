import { Alert } from "@mantine/core";
import type { SigningIn } from "./use-sign-in";

/** Explains why the last attempt failed and how long to wait before the next one. */
export function SignInAlerts({ signingIn }: { signingIn: SigningIn }) {
  const { error, secondsLeft, hadToWait } = signingIn;
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {secondsLeft > 0 && (
        <Alert color="brass" role="alert" title="Too many attempts">
          {/* Keeps screen readers from announcing every second. */}
          <span aria-live="off">Try again in {duration(secondsLeft)}.</span>
        </Alert>
      )}
      {hadToWait && secondsLeft === 0 && (
        <Alert color="ink" role="status">
          You can try again now.
        </Alert>
      )}
    </>
  );
}

/** Formats a duration: "3 min 5 s". */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
