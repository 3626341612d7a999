import type { Entity } from "~/lib/access/crew-permissions";

/** Entry for one address in a feature's `pages.ts`. It contains only plain data, so that tests and scripts can read it. */
export type Page = {
  /** Module in the noun's `routes/` for this address. */
  page: string;
  /**
   * Frame around this page and all pages below its address. A module name means its header and tabs. `true` shows an
   * item's name and links, which its pages define with `createBreadcrumbHandle` (`app/thing.tsx`).
   */
  frame?: string | true;
  /** True if the page is outside of the signed-in frame: signed-out pages, print pages, files, posts. */
  bare?: true;
  /** True if the page isn't inside the frame of the nearest address above, but inside the frame around that frame. */
  beside?: true;
  /** True if the page is sent with React and its scripts, because it has a map, a dialog, or another interactive part. */
  hydrate?: true;
  /**
   * Maximum megabytes of the page's form, if it accepts a file (`getMaxFormMegabytes`). The form shows an error for a
   * larger file.
   */
  upload?: number;
  /** Address that the breadcrumb links to, as in `Stretch`, if this address can't be viewed as a page. */
  listed?: string;
  /** The company tab of this page: its label, position, and the permission required to read the page. */
  tab?: Tab;
  /** Menu entry. */
  menu?: MenuEntry;
  /** Position of this page among a job's tabs. */
  section?: JobSection;
};

/** A tab. Tabs are ordered by `place`; a new tab gets a number between those of two others. */
export type Tab = { label: string; place: number; reads: Entity | "admin" };

/** Items that a menu badge counts: unread notifications, a job being set up, requests to join, news. */
export type MenuCount = "unread" | "setup" | "requests" | "news";
/** Names of menu icons in `app/ui/icon.tsx`. */
type MenuIcon =
  | ("home" | "jobs" | "tickets" | "scale" | "production" | "money" | "invoices" | "map" | "company")
  | ("bell" | "news" | "comment" | "person" | "outbox");
/** A page's menu entry, its position (`place`), and the users who see it. */
export type MenuEntry = {
  label: string;
  place: number;
  icon: MenuIcon;
  /** Entity that the entry's page reads, and entity that it changes. */
  reads?: Entity;
  changes?: Entity;
  /** Users who see the entry; "everyone" includes users without a company. By default, users with a company. */
  for?: "everyone" | "mills" | "super";
  /** True if the entry is at the bottom of a desktop's menu, and on the More page of a phone. */
  foot?: true;
  counts?: MenuCount;
  /** As in `ButtonLink`. */
  dialog?: string;
};

/** Access conditions for pages of a job. `getJobPageAccess` in the jobs' `tabs.ts` computes each one once. */
export type JobAccessKey =
  | ("read" | "loads" | "pay" | "map" | "roads" | "sorts" | "rates" | "inventory")
  | ("companies" | "owner" | "comments" | "files" | "photos" | "history");
/** A page of a job: its tab, its label in the tab, its overall position, and its access condition. */
type JobSection = { tab: string; label: string; place: number; door: JobAccessKey };

/** A small form that another page shows. Its action is defined in the feature's `form-actions.server.ts`. */
type FormPost = {
  /** The address of the page that has the form. */
  post: string;
  /** Address that the breadcrumb links to, as in `Stretch`, if there are pages below this address. */
  listed?: string;
};

/** A path segment without a page of its own. Its breadcrumb links to the page that lists the items below it. */
type Stretch = { listed: string };

/** A feature's pages and form posts by address; `:ticketId` is a parameter. */
export type Pages = Readonly<Record<string, Page | FormPost | Stretch>>;

const FRAME = " frame";
/** Return the route id of the frame of the page at an address. The page's own route id is its address. */
export const buildFrameRouteId = (address: string) => `${address}${FRAME}`;
/** Return the address of the page that has a frame, given the frame's route id. */
export const getFramePageAddress = (id: string) => (id.endsWith(FRAME) ? id.slice(0, -FRAME.length) : id);
