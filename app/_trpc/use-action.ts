import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { actionFailureOf, type Failure, issuesOf } from "./failure";

/** The state of an action. */
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
): Action<Input> {
  const mutation = useMutation(options);
  // A second click can arrive before React renders the mutation's pending state.
  const isSubmitting = useRef(false);
  const end = () => {
    isSubmitting.current = false;
  };
  const failure = mutation.error === null ? null : actionFailureOf(mutation.error);
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
): Action<Input> {
  return useAction({ gcTime: 0, mutationFn: work });
}
