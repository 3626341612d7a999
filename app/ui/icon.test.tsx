import { readFileSync } from "node:fs";
import Bell from "lucide-react/icons/bell";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon } from "./icon";

const theirs = renderToStaticMarkup(<Bell size={22} strokeWidth={1.75} aria-hidden="true" />);
const ours = renderToStaticMarkup(<Icon name="bell" size={22} />);
const head = (svg: string) => svg.slice(0, svg.indexOf(">"));
const said = (svg: string) =>
  Object.fromEntries([...head(svg).matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

test("renders the same shapes as the icon library's component", () => {
  expect(ours.slice(head(ours).length)).toBe(theirs.slice(head(theirs).length));
  expect(ours).toContain("<path ");
});

test("the stylesheet sets the SVG attributes that our icon element omits", () => {
  const styles = /\.icon \{([^}]*)\}/.exec(readFileSync("app/styles/base.css", "utf8"))?.[1] ?? "";
  const drawn = Object.fromEntries(
    [...styles.matchAll(/([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
  const { xmlns: _, class: _its, ...all } = said(theirs);
  const { class: name, ...own } = said(ours);
  expect({ ...own, ...drawn }).toEqual(all);
  expect(name).toBe("icon");
});
