import { useEffect, useState } from "react";

/** The id of the section that is being read: the topmost of those in the upper part of the window. */
export function useCurrentSection(): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const sections = [...document.querySelectorAll("main section[id]")];
    const visible = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target);
          else visible.delete(target);
        }
        const first = sections.find((section) => visible.has(section));
        if (first) setCurrent(first.id);
      },
      { rootMargin: "-96px 0px -60% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return current;
}
