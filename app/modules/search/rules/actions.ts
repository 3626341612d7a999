import { MONTHS, parseMonth } from "~/lib/time/named-month";
import { splitWords } from "./plain-words";

/** Action or page that a search can find. */
export type SearchAction = { href: string; title: string; hint?: string };

/** User's permissions that decide which actions a search can find. */
export type FinderPermissions = {
  creates: boolean;
  exports: boolean;
  reconciles: boolean;
  weighs: boolean;
  /** Permission to read company and job pages. */
  jobs: boolean;
  people: boolean;
  tickets: boolean;
  pay: boolean;
  invoices: boolean;
};

/**
 * Return the words after a phrase (one of `ways`) at the start of the query, whose words may be abbreviated; null if no
 * phrase matches.
 */
function after(words: readonly string[], ...ways: readonly string[][]): string[] | null {
  for (const way of ways)
    if (way.every((word, i) => (words[i] ?? "").length > 1 && word.startsWith(words[i] ?? "")))
      return words.slice(way.length);
  return null;
}

const two = (n: number) => String(n).padStart(2, "0");

/**
 * Return the first and last day of the latest month with this name that has begun; `today` is in the reader's time
 * zone.
 */
export function parseNamedMonth(
  word: string,
  today: string,
): { start: string; end: string; title: string } | null {
  const month = parseMonth(word);
  if (month < 0) return null;
  const [thisYear = 0, thisMonth = 1] = today.split("-").map(Number);
  const year = month + 1 > thisMonth ? thisYear - 1 : thisYear;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const name = MONTHS[month] ?? "";
  return {
    start: `${year}-${two(month + 1)}-01`,
    end: `${year}-${two(month + 1)}-${two(last)}`,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`,
  };
}

const PLACES: readonly { words: string; href: string; title: string; needs?: keyof FinderPermissions }[] = [
  { words: "scale house weigh receive", href: "/scale", title: "Scale house", needs: "weighs" },
  { words: "trip tickets loads", href: "/trip-tickets", title: "Trip Tickets", needs: "tickets" },
  {
    words: "available loads claim",
    href: "/trip-tickets?view=available",
    title: "Available loads",
    needs: "tickets",
  },
  { words: "jobs", href: "/jobs", title: "Jobs", needs: "jobs" },
  {
    words: "reconcile mill statement",
    href: "/trip-tickets/reconcile",
    title: "Reconcile",
    needs: "reconciles",
  },
  {
    words: "key delivered load paper",
    href: "/trip-tickets/keyed",
    title: "Key a delivered load",
    needs: "creates",
  },
  {
    words: "import loads spreadsheet",
    href: "/trip-tickets/imports",
    title: "Import loads",
    needs: "creates",
  },
  { words: "production report volumes plan", href: "/production", title: "Production", needs: "tickets" },
  { words: "settlements pay statements payments", href: "/settlements", title: "Settlements", needs: "pay" },
  { words: "invoices bills customers", href: "/invoices", title: "Invoices", needs: "invoices" },
  { words: "map", href: "/map", title: "Map" },
  { words: "notifications news", href: "/notifications", title: "Notifications" },
  { words: "support help question", href: "/support", title: "Support" },
  { words: "people team crews employees", href: "/company/people", title: "People", needs: "people" },
  { words: "history who did what audit", href: "/company/history", title: "History", needs: "people" },
  { words: "company settings", href: "/company", title: "Company" },
  { words: "profile password phone", href: "/profile", title: "Profile" },
];

/**
 * Return the actions that match a query: "new load Deward", "export October", "people". `jobs` are the visible, active
 * jobs that match the rest of the query.
 */
export function findActions(
  query: string,
  may: FinderPermissions,
  { today, jobs }: { today: string; jobs: readonly { id: number; name: string }[] },
): SearchAction[] {
  const words = splitWords(query);
  if (words.length === 0) return [];
  const actions: SearchAction[] = [];
  const load = may.creates && after(words, ["new", "load"], ["new", "ticket"], ["new", "trip", "ticket"]);
  if (load) {
    for (const job of load.length ? jobs : [])
      actions.push({ href: `/trip-tickets/new?job_id=${job.id}`, title: `New load on ${job.name}` });
    if (load.length === 0) actions.push({ href: "/trip-tickets/new", title: "New load" });
  }
  const file = may.exports && after(words, ["export"]);
  if (file) {
    const month = file.length === 1 ? parseNamedMonth(file[0] ?? "", today) : null;
    if (month)
      actions.push({
        href: `/trip-tickets/export?dropped_off_start=${month.start}&dropped_off_end=${month.end}`,
        title: `Export ${month.title}`,
        hint: "Loads dropped off in this month",
      });
    else if (file.length === 0) actions.push({ href: "/trip-tickets/export", title: "Export" });
  }
  for (const place of PLACES) {
    if (place.needs && !may[place.needs]) continue;
    const known = splitWords(place.words);
    if (words.every((word) => word.length > 1 && known.some((k) => k.startsWith(word))))
      actions.push({ href: place.href, title: place.title });
  }
  return actions;
}
