import { toast } from "./toast";

/** Explains why a change that takes access away took up to 11 seconds. */
export function explainWait(): void {
  toast({
    title: "Change in effect everywhere",
    message: "It took longer than usual because a part of the platform is unavailable.",
  });
}
