import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";

/**
 * Whether the dialog of a new thing is open: in the URL, as `?new=true`, so that it can be opened
 * from anywhere. Once the thing is created, its dialog stays open but is no longer in the URL, where
 * a reload would open an empty form.
 */
export function useNewInUrl() {
  const [isInUrl, setIsInUrl] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [isCreated, setIsCreated] = useState(false);
  const end = (isStillOpen: boolean) => {
    setIsCreated(isStillOpen);
    void setIsInUrl(null);
  };
  return {
    isNew: isInUrl || isCreated,
    open: () => void setIsInUrl(true),
    onCreated: () => end(true),
    close: () => end(false),
  };
}
