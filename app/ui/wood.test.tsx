import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WoodMark } from "./wood";

test("a product is drawn by its shape and its tree, for eyes alone", () => {
  const pulpwood = renderToStaticMarkup(<WoodMark of="5-746-0" />);
  expect(pulpwood).toContain('aria-hidden="true"');
  expect(pulpwood.match(/<path/g)).toHaveLength(2);
  expect(renderToStaticMarkup(<WoodMark of="5-746-0" />)).not.toBe(
    renderToStaticMarkup(<WoodMark of="5-125-0" />),
  );
  expect(renderToStaticMarkup(<WoodMark of="16-0-0" />).match(/<path/g)).toHaveLength(1);
});

test("what isn't a product has none", () => {
  expect(renderToStaticMarkup(<WoodMark of="" />)).toBe("");
});
