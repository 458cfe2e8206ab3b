import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { release } from "@/app/_trpc/release";
import { PartBoundary } from "./part-boundary";

type Options<Props> = {
  load: () => Promise<ComponentType<Props>>;
  /** Whether the part is needed; by default always. */
  isOpen?: (props: Props) => boolean;
  /** Closes a part that failed, by default with its `onClose`. It is loaded again when it is opened. */
  close?: (props: Props) => void;
  /** Shown until the part is loaded. */
  placeholder?: ReactNode;
};

/**
 * A part of a page, in the browser only, that is loaded when it is needed. The bundler's runtime
 * repeats a failed request once. If that fails too, the page stays as it is, with a notice.
 */
export function onDemand<Props extends object>(options: Options<Props>): ComponentType<Props> {
  const { load, isOpen = () => true, close = closeItself, placeholder = null } = options;
  let loaded: ComponentType<Props> | null = null;

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    const isWanted = isOpen(props) && Part === null;
    const fail = useEffectEvent(() => {
      release.partFailed();
      close(props);
    });

    useEffect(() => {
      if (!isWanted) return;
      let isGone = false;
      const show = (part: ComponentType<Props>) => {
        loaded = part;
        if (!isGone) setPart(() => part);
      };
      load().then(show, () => isGone || fail());
      return () => {
        isGone = true;
      };
    }, [isWanted]);

    if (!Part) return placeholder;
    const closeFailed = () => {
      setFailures(failures + 1);
      close(props);
    };
    return (
      <PartBoundary key={failures} onFailed={closeFailed}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}

function closeItself({ onClose }: { onClose?: () => void }): void {
  onClose?.();
}
