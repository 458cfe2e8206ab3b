import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { actionFailureOf, creationFailureOf, type Failure } from "./failure";
import { issuesOf } from "./issues";

export type ActionState = {
  isRunning: boolean;
  failure: Failure | null;
  /** Validation messages by field path. */
  issues: Record<string, string>;
};

/** An action of the user. `run` does nothing while the previous run is in progress. */
export type Action<Input> = ActionState & {
  run(input: Input): void;
  reset(): void;
};

/** A mutation that can't run twice at once and exposes its failure. */
export function useAction<Data, Thrown, Input = void>(
  options: UseMutationOptions<Data, Thrown, Input>,
  readFailure: (error: unknown) => Failure = actionFailureOf,
): Action<Input> {
  const mutation = useMutation(options);
  // A second click can arrive before React renders the mutation's pending state.
  const isSubmitting = useRef(false);
  const end = () => {
    isSubmitting.current = false;
  };
  const failure = mutation.error === null ? null : readFailure(mutation.error);
  return {
    run: (input) => {
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      mutation.mutateAsync(input).then(end, end);
    },
    isRunning: mutation.isPending,
    failure,
    issues: failure ? issuesOf(failure) : {},
    reset: mutation.reset,
  };
}

/**
 * An action that handles secrets. The mutation cache keeps inputs and results, so `work` returns
 * nothing and reads the secret from its closure instead of its input.
 */
export function useSecretAction<Input = void>(
  work: (input: Input) => Promise<void>,
  readFailure = actionFailureOf,
): Action<Input> {
  return useAction({ gcTime: 0, mutationFn: work }, readFailure);
}

/**
 * An action that creates a secret, at most once: until it has succeeded or is reset, each try of the
 * same input has the same key. So trying again after a lost response is safe, and shows the secret.
 */
export function useSecretCreation<Input>(
  work: (input: Input, idempotencyKey: string) => Promise<void>,
): Action<Input> {
  const tried = useRef({ input: "", key: "" });
  const forget = () => {
    tried.current = { input: "", key: "" };
  };
  const mutationFn = async (input: Input) => {
    const text = JSON.stringify(input);
    if (tried.current.input !== text) tried.current = { input: text, key: newKey() };
    await work(input, tried.current.key);
    forget();
  };
  const action = useAction({ gcTime: 0, mutationFn }, creationFailureOf);
  return {
    ...action,
    reset: () => {
      forget();
      action.reset();
    },
  };
}

/** 128 random bits. Without HTTPS, browsers have no randomUUID(). */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
