import { __iconData as banknote } from "lucide-react/icons/banknote";
import { __iconData as bell } from "lucide-react/icons/bell";
import { __iconData as building } from "lucide-react/icons/building-complex";
import { __iconData as camera } from "lucide-react/icons/camera";
import { __iconData as chartColumn } from "lucide-react/icons/chart-column";
import { __iconData as chevronLeft } from "lucide-react/icons/chevron-left";
import { __iconData as chevronRight } from "lucide-react/icons/chevron-right";
import { __iconData as clipboardList } from "lucide-react/icons/clipboard-list";
import { __iconData as house } from "lucide-react/icons/house";
import { __iconData as inbox } from "lucide-react/icons/inbox";
import { __iconData as logOut } from "lucide-react/icons/log-out";
import { __iconData as mapSheet } from "lucide-react/icons/map";
import { __iconData as menu } from "lucide-react/icons/menu";
import { __iconData as messageSquare } from "lucide-react/icons/message-square";
import { __iconData as plus } from "lucide-react/icons/plus";
import { __iconData as printer } from "lucide-react/icons/printer";
import { __iconData as receiptText } from "lucide-react/icons/receipt-text";
import { __iconData as scale } from "lucide-react/icons/scale";
import { __iconData as search } from "lucide-react/icons/search";
import { __iconData as sparkles } from "lucide-react/icons/sparkles";
import { __iconData as trees } from "lucide-react/icons/trees";
import { __iconData as truck } from "lucide-react/icons/truck";
import { __iconData as user } from "lucide-react/icons/user";
import { createElement, type ReactNode } from "react";

/** A drawing on a 24-unit square, as elements without children. */
type IconData = { node: [tag: string, attributes: Record<string, string>][] };

// Declared here because the package's types cover only the component. That component would render three other
// components for each icon on a page.
declare module "lucide-react/icons/bell" {
  export const __iconData: IconData;
}

const DRAWINGS = {
  bell: bell,
  home: house,
  jobs: trees,
  tickets: clipboardList,
  production: chartColumn,
  company: building,
  money: banknote,
  invoices: receiptText,
  map: mapSheet,
  person: user,
  more: menu,
  news: sparkles,
  outbox: inbox,
  signOut: logOut,
  plus: plus,
  print: printer,
  search: search,
  scale: scale,
  truck: truck,
  camera: camera,
  comment: messageSquare,
  previous: chevronLeft,
  next: chevronRight,
} satisfies Record<string, IconData>;

export type IconName = keyof typeof DRAWINGS;

/** Elements of each icon, created once and reused by React on every page. */
const INSIDES = new Map<string, ReactNode>(
  Object.entries(DRAWINGS).map(([name, { node }]) => [
    name,
    node.map(([tag, attributes]) => createElement(tag, attributes)),
  ]),
);

/** A line icon of 20 px by default. Hidden from screen readers because there is always text next to it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {INSIDES.get(name)}
    </svg>
  );
}
