import type { ElementType, Key, ReactElement } from "react";
import { Fragment, jsx as whole } from "react/jsx-runtime";

export { Fragment };

type Props = Record<string, unknown>;
/** The fields of an element that React's server reads. */
type Made = ReactElement & { $$typeof: symbol; ref: null; _owner: null };
const ELEMENT = Symbol.for("react.element");

/**
 * Make an element as React's own `jsx` does, without copying its props: the compiler has just written them for this element
 * alone. Only the server's build uses it, whose pages have a thousand elements and more (`vite.elements.ts`).
 */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  if ("ref" in props || (typeof type === "function" && "defaultProps" in type))
    return whole(type, props, key);
  const made: Made = {
    $$typeof: ELEMENT,
    type,
    key: key === undefined ? null : `${key}`,
    ref: null,
    props,
    _owner: null,
  };
  return made;
}

export const jsxs = jsx;
