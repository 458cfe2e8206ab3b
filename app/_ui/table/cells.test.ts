import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RowHead } from "./cells";

it("a name that is written from right to left has that direction, so that its end is cut", () => {
  const html = renderToStaticMarkup(createElement(RowHead, null, "شركة المثال"));
  expect(html).toMatch(/<span [^>]*dir="auto"[^>]*>شركة المثال<\/span>/);
});
