import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { type Failure, failureOf, issuesOf } from "./failure";

/** How a change stands that was asked for. */
export type ActionState = {
  isRunning: boolean;
  failure: Failure | null;
  /** What the failure says of single fields, by their path. */
  issues: Record<string, string>;
};

/** A change that the user can ask for: `run` ignores a second click while the first is under way. */
export type Action<Input> = ActionState & {
  run(input: Input): void;
  reset(): void;
};

/** A mutation that cannot run twice at once, and whose failure can be shown. */
export function useAction<Data, Thrown, Input = void>(
  options: UseMutationOptions<Data, Thrown, Input>,
): Action<Input> {
  const mutation = useMutation(options);
  // The state of a mutation reaches the screen a moment later than a second click can come.
  const isUnderWay = useRef(false);
  const end = () => {
    isUnderWay.current = false;
  };
  const failure = mutation.error === null ? null : failureOf(mutation.error);
  return {
    run: (input) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutation.mutateAsync(input).then(end, end);
    },
    isRunning: mutation.isPending,
    failure,
    issues: failure ? issuesOf(failure) : {},
    reset: mutation.reset,
  };
}

/**
 * An action about secrets. What a mutation is given or returns stays in its cache: so `work` returns
 * nothing, and a secret is not its input but a variable that it can see.
 */
export function useSecretAction<Input = void>(
  work: (input: Input) => Promise<void>,
): Action<Input> {
  return useAction({ gcTime: 0, mutationFn: work });
}
