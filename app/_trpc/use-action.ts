import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { type Failure, failureOf } from "./failure";

/** A change that the user can ask for: `run` ignores a second click while the first is under way. */
export type Action<Input> = {
  run(input: Input): void;
  isRunning: boolean;
  failure: Failure | null;
  reset(): void;
};

/** A mutation that cannot run twice at once, and whose failure can be shown. */
export function useAction<Data, Thrown, Input>(
  options: UseMutationOptions<Data, Thrown, Input>,
): Action<Input> {
  const mutation = useMutation(options);
  // The state of a mutation reaches the screen a moment later than a second click can come.
  const isUnderWay = useRef(false);
  return {
    run: (input) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutation.mutateAsync(input).then(
        () => {
          isUnderWay.current = false;
        },
        () => {
          isUnderWay.current = false;
        },
      );
    },
    isRunning: mutation.isPending,
    failure: mutation.error === null ? null : failureOf(mutation.error),
    reset: mutation.reset,
  };
}
