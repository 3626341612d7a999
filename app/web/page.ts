import type { Entity } from "~/lib/access/crew-permissions";

/** Entry for one address in a feature's `pages.ts`. All of it is plain data, so that tests and scripts read it too. */
export type Page = {
  /** Module in the feature's `pages/` for this address. */
  page: string;
  /**
   * Frame around this page and all pages below its address: the module with its header and tabs; `true` shows an item's
   * name and links, as its pages define by `naming` (`app/thing.tsx`).
   */
  frame?: string | true;
  /** True if outside of the signed-in frame: signed-out pages, paper, files, posts. */
  bare?: true;
  /** True if the page is next to the nearest frame above its address, not inside it. */
  beside?: true;
  /** True if sent with React and its scripts: it has a map, a dialog, or another part that runs in the browser. */
  hydrate?: true;
  /** Maximum megabytes of its form if it takes a file (`getFormMegabytes`). The form reports a larger one. */
  upload?: number;
  /** Same as in `Stretch`, if the address is not a viewable page. */
  listed?: string;
  /** A tab of the company: its label, its position, and the flag for reading its page. */
  tab?: Tab;
  /** Menu entry. */
  menu?: MenuEntry;
  /** A page of a job that has a tab. */
  section?: JobSection;
};

/** Tabs are ordered by `place`; a new one takes a number between two others. */
export type Tab = { label: string; place: number; reads: Entity | "admin" };

/** Items that a menu badge counts: unread items, a job that is being set up, requests to join, news. */
export type MenuCount = "unread" | "setup" | "requests" | "news";
/** Menu icons in `app/ui/icon.tsx`. */
type MenuIcon =
  | ("home" | "jobs" | "tickets" | "scale" | "production" | "money" | "invoices" | "map" | "company")
  | ("bell" | "news" | "comment" | "person" | "outbox");
/** A page's menu entry, ordered by `place`, and the users who see it. */
export type MenuEntry = {
  label: string;
  place: number;
  icon: MenuIcon;
  /** Entity that its page reads, and the one changed there. */
  reads?: Entity;
  changes?: Entity;
  /** Its audience; "everyone" includes users without a company. By default, users who belong to one. */
  for?: "everyone" | "mills" | "super";
  /** True if at the bottom of a desktop's menu, and on a phone's page More. */
  foot?: true;
  counts?: MenuCount;
  /** As in `ButtonLink`. */
  dialog?: string;
};

/** Conditions for access to a page of a job, each computed once by `getJobPaths` in the jobs' `tabs.ts`. */
export type JobPathKey =
  | ("read" | "loads" | "pay" | "map" | "roads" | "sorts" | "rates" | "inventory")
  | ("companies" | "owner" | "comments" | "files" | "photos" | "history");
/** A page of a job: its tab, its label there, its overall position, and its access condition. */
type JobSection = { tab: string; label: string; place: number; door: JobPathKey };

/** A small form on another page; its action is defined in the feature's `form-actions.server.ts`. */
type FormPost = {
  /** The address of the page that has the form. */
  post: string;
  /** Same as in `Stretch`, if pages are below it. */
  listed?: string;
};

/** A path segment without a page: its breadcrumb leads to the page that lists the items below it. */
type Stretch = { listed: string };

/** A feature's pages and posts by address; `:ticketId` is a parameter. */
export type Pages = Readonly<Record<string, Page | FormPost | Stretch>>;

const FRAME = " frame";
/** Return the id of the route for a page's frame; the page's own id is its address. */
export const buildFrameId = (address: string) => `${address}${FRAME}`;
/** Return the address of the page that has a frame, from the id of the frame's route. */
export const getFrameAddress = (id: string) => (id.endsWith(FRAME) ? id.slice(0, -FRAME.length) : id);
