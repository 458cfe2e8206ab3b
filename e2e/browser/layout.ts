// These functions run in the page, so they use nothing outside of themselves.

/**
 * The parts of a dialog's focused field that its buttons cover: the field, its description or its
 * error.
 */
export function coveredByButtons(): string[] {
  const field = document.activeElement;
  const submit = field?.closest("[role=dialog] form")?.querySelector("[type=submit]");
  if (!field || !submit || submit === field) return [];
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const { top } = submit.getBoundingClientRect();
  return [field, ...ids.map((id) => document.getElementById(id))].flatMap((part) =>
    part && part.getBoundingClientRect().bottom > top ? [part.outerHTML] : [],
  );
}

/** Tables that are wider than a frame that doesn't scroll, and options that are wider than their list. */
export function cutOff(): string[] {
  return [...document.querySelectorAll("table, [role=option]")].flatMap((box) => {
    const frame = box.matches("table") ? box.parentElement : box;
    if (!frame || frame.scrollWidth <= frame.clientWidth) return [];
    return getComputedStyle(frame).overflowX === "auto" ? [] : [box.outerHTML.slice(0, 300)];
  });
}

/** The texts of cells, in a row of a table, that lie over a text of another cell. */
export function overlaps(): string[] {
  /** The part of a text that is visible in its cell. */
  const visible = (text: Node, cell: Element) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    let { left, right, top, bottom } = range.getBoundingClientRect();
    for (let box = text.parentElement; box && cell.contains(box); box = box.parentElement) {
      const { overflow, paddingRight } = getComputedStyle(box);
      if (overflow === "visible") continue;
      const clip = box.getBoundingClientRect();
      left = Math.max(left, clip.left);
      // An ellipsis is before the padding.
      right = Math.min(right, clip.right - Number.parseFloat(paddingRight));
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return { cell, text: text.textContent ?? "", left, right, top, bottom };
  };
  type Text = ReturnType<typeof visible>;
  const meet = (a: Text, b: Text) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return [...document.querySelectorAll("tbody tr")].flatMap((row) => {
    const texts = [...row.children].flatMap((cell) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(visible(walker.currentNode, cell));
      return found;
    });
    return texts.flatMap((a, n) =>
      texts
        .slice(n + 1)
        .filter((b) => a.cell !== b.cell && meet(a, b))
        .map((b) => `"${a.text}" and "${b.text}"`),
    );
  });
}
