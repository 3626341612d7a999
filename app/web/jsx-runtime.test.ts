import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Component, createRef, type ElementType, type Key } from "react";
import { Fragment as ReactFragment } from "react/jsx-runtime";
import { describe, expect, test } from "vitest";
import { Fragment, jsx, jsxs } from "./jsx-runtime";

/** React's own for production, which checks nothing. */
const theirs: { jsx: typeof jsx } = createRequire(import.meta.url)(
  resolve("node_modules/react/cjs/react-jsx-runtime.production.min.js"),
);

class Defaulting extends Component<{ tone?: string }> {
  static defaultProps = { tone: "plain" };
  override render = () => this.props.tone;
}

describe("an element of the server's pages", () => {
  test.each<[string, ElementType, Record<string, unknown>, Key | undefined]>([
    ["of a tag", "td", { className: "num", children: 4, title: undefined }, undefined],
    ["with a key", "li", { children: ["a", "b"] }, 7],
    ["with a key that is empty", "li", {}, ""],
    ["of a component", () => null, { name: "plus" }, undefined],
    ["of parts without a tag", ReactFragment, { children: [] }, "x"],
  ])("is what React makes of it, %s", (_, type, props, key) => {
    // Each has props of its own, as the compiler writes them.
    for (const ours of [jsx, jsxs])
      expect(ours(type, { ...props }, key)).toStrictEqual(theirs.jsx(type, { ...props }, key));
  });

  test.each<[string, ElementType, Record<string, unknown>]>([
    ["that is held by a ref", "input", { ref: createRef(), name: "a" }],
    ["of a component with defaults", Defaulting, { tone: undefined }],
  ])("is left to React, %s", (_, type, props) => {
    expect(jsx(type, { ...props })).toMatchObject(theirs.jsx(type, { ...props }));
  });

  test("has React's own fragments, and the props that it was given", () => {
    expect(Fragment).toBe(ReactFragment);
    const props = { id: "a" };
    expect(jsx("p", props).props).toBe(props);
  });
});
