import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { inUtc, inZone } from "@/app/_ui/format/time";
import classes from "./tips.module.css";

const DELAY_MS = 250;
/** The distance from the element, and from the edges of the window, in px. */
const GAP = 6;

type Tip = { target: Element; text: string };

/**
 * Shows the tip of the element under the pointer or with the focus: its `data-tip` or, for a
 * `<time data-tip>`, the time in both zones. One for the whole page: a list has hundreds of times,
 * and a component for each tip would make it slow to hydrate.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => listen(setTip), []);
  return tip && <Bubble {...tip} />;
}

function Bubble({ target, text }: Tip) {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = bubble;
    if (!current) return;
    // In the top layer, above dialogs.
    if (!current.matches(":popover-open")) current.showPopover();
    // Measured where it is not squeezed by the edge of the window.
    current.style.left = "0";
    const { left, top } = placeOf(target.getBoundingClientRect(), current.getBoundingClientRect());
    current.style.left = `${left}px`;
    current.style.top = `${top}px`;
  });

  useEffect(() => {
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", [before, id].filter(Boolean).join(" "));
    return () => {
      if (before === null) target.removeAttribute("aria-describedby");
      else target.setAttribute("aria-describedby", before);
    };
  }, [target, id]);

  return (
    <div ref={bubble} id={id} role="tooltip" popover="manual" className={classes.tip}>
      {text}
    </div>
  );
}

/** Above the target, or below it if there is no space above; always inside the window. */
function placeOf(target: DOMRect, { width, height }: DOMRect): { left: number; top: number } {
  const center = target.left + target.width / 2 - width / 2;
  const left = Math.max(GAP, Math.min(center, document.documentElement.clientWidth - width - GAP));
  const above = target.top - height - GAP;
  return { left, top: above >= 0 ? above : target.bottom + GAP };
}

function textOf(target: Element): string {
  const at = target instanceof HTMLTimeElement ? target.dateTime : "";
  return target.getAttribute("data-tip") || (at && `${inZone(at)}\n${inUtc(at)}`);
}

/** Calls `show` with the current tip, or null. Returns a function that stops. */
function listen(show: (tip: Tip | null) => void): () => void {
  const over = new AbortController();
  const options = { signal: over.signal, capture: true, passive: true };
  let current: Element | null = null;
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    isShown = current !== null;
    show(current && { target: current, text: textOf(current) });
  };
  // The tip of a button may change while it is shown: "Copied".
  const changes = new MutationObserver(update);
  const choose = (target: Element | null, delayMs: number) => {
    if (target === current) return;
    clearTimeout(timer);
    changes.disconnect();
    current = target;
    if (!target) return update();
    changes.observe(target, { attributeFilter: ["data-tip"] });
    timer = setTimeout(update, delayMs);
  };
  const near = ({ target }: Event) =>
    target instanceof Element ? target.closest("[data-tip]") : null;
  const { documentElement: page } = document;
  page.addEventListener("pointerover", (event) => choose(near(event), DELAY_MS), options);
  // Not captured, so that only leaving the window counts.
  page.addEventListener("pointerleave", () => choose(null, 0), { signal: over.signal });
  page.addEventListener("focusin", (event) => choose(near(event), 0), options);
  page.addEventListener("focusout", () => choose(null, 0), options);
  // It would stay where the element was. One that is not shown yet is placed when it is.
  document.addEventListener("scroll", () => isShown && choose(null, 0), options);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && choose(null, 0), options);
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    over.abort();
  };
}
