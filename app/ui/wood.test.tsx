import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ProductIcon } from "./wood";

test("a product's icon shows its shape and its tree, hidden from screen readers", () => {
  const pulpwood = renderToStaticMarkup(<ProductIcon of="5-746-0" />);
  expect(pulpwood).toContain('aria-hidden="true"');
  expect(pulpwood.match(/<path/g)).toHaveLength(2);
  expect(renderToStaticMarkup(<ProductIcon of="5-746-0" />)).not.toBe(
    renderToStaticMarkup(<ProductIcon of="5-125-0" />),
  );
  expect(renderToStaticMarkup(<ProductIcon of="16-0-0" />).match(/<path/g)).toHaveLength(1);
});

test("a product icon renders nothing for a key that isn't a product", () => {
  expect(renderToStaticMarkup(<ProductIcon of="" />)).toBe("");
});
