import type { Entity } from "~/domain/access/crew-permissions";

/** What a noun's `pages.ts` says of one address. All of it is plain data, so that tests and scripts read it too. */
export type Page = {
  /** The module in the noun's `pages/` that answers there. */
  page: string;
  /**
   * What stays on screen around this page and all pages below its address: the module with its header and tabs; `true` is
   * the name of a thing and what leads on, as its pages say by `naming` (`app/thing.tsx`).
   */
  frame?: string | true;
  /** Outside of the signed-in frame: who is signed out, paper, files, posts. */
  bare?: true;
  /** Not yet inside the nearest frame above its address, but beside it. */
  beside?: true;
  /** Sent with React and its scripts: it has a map, a dialog, or another part that lives in the browser. */
  hydrate?: true;
  /** Takes a file: as many megabytes as its form may have (`formMegabytes`). A larger one is answered by the form. */
  upload?: number;
  /** As in `Stretch`, where what answers there is not a page to look at. */
  listed?: string;
  /** A tab of the company: what it says, where it stands, and by which flag its page is read. */
  tab?: Tab;
  /** A place of the menu. */
  menu?: MenuEntry;
  /** A page of a job that its tabs lead to. */
  section?: JobSection;
};

/** Tabs stand in the order of their places; a new one takes a number between two others. */
export type Tab = { label: string; place: number; reads: Entity | "admin" };

/** What a badge in the menu counts: what isn't read, a job that is being set up, who asks to join, what's new. */
export type MenuCount = "unread" | "setup" | "requests" | "news";
/** Drawings that `app/ui/icon.tsx` has for the menu. */
type MenuIcon =
  | ("home" | "jobs" | "tickets" | "scale" | "production" | "money" | "invoices" | "map" | "company")
  | ("bell" | "news" | "comment" | "person" | "outbox");
/** What the menu says of a page, in the order of places, and who finds it. */
export type MenuEntry = {
  label: string;
  place: number;
  icon: MenuIcon;
  /** What its page reads, and what one changes there. */
  reads?: Entity;
  changes?: Entity;
  /** Who it is for; "everyone" also without a company. Unsaid, for people who belong to one. */
  for?: "everyone" | "mills" | "super";
  /** At the foot of a desk's menu, and on a phone's page More. */
  foot?: true;
  counts?: MenuCount;
  /** As in `ButtonLink`. */
  dialog?: string;
};

/** Whether somebody finds something on a page of a job, each worked out once by `jobDoors` in the jobs' `tabs.ts`. */
export type JobDoor =
  | ("read" | "loads" | "pay" | "map" | "roads" | "sorts" | "rates" | "inventory")
  | ("companies" | "owner" | "comments" | "files" | "photos" | "history");
/** A page of a job: the tab that it stands in, what it's called there, where it stands among all, and who finds it. */
type JobSection = { tab: string; label: string; place: number; door: JobDoor };

/** A small form that stands on another page; what it carries out is said in the noun's `posts.server.ts`. */
type FormPost = {
  /** The address of the page that has the form. */
  post: string;
  /** As in `Stretch`, where pages are below it. */
  listed?: string;
};

/** A stretch of addresses without a page of its own: its crumb leads to the page that lists what is below it. */
type Stretch = { listed: string };

/** A noun's pages and posts by their addresses; `:ticketId` is a parameter. */
export type Pages = Readonly<Record<string, Page | FormPost | Stretch>>;

const FRAME = " frame";
/** The id of the route that shows a page's frame; the page's own is its address. */
export const frameId = (address: string) => `${address}${FRAME}`;
/** The address of the page that has a frame, from the id of the frame's route. */
export const addressOfFrame = (id: string) => (id.endsWith(FRAME) ? id.slice(0, -FRAME.length) : id);
