import type { CompanyPermissions } from "~/lib/access/crew-permissions";
import { PAGES } from "./pages";
import type { NavItem } from "./ui/shell";
import type { MenuCount, MenuEntry } from "./web/page";

/** Menu entries in order, from each feature's `pages.ts`. */
const ENTRIES = PAGES.flatMap(({ address, menu }) => (menu ? [{ href: address, ...menu }] : [])).sort(
  (a, b) => a.place - b.place,
);

export type MenuReader = {
  belongs: boolean;
  /** Permissions that the acting company's crews allow; null if unrestricted. */
  permissions: CompanyPermissions | null;
  isMill: boolean;
  isSuper: boolean;
  counts: Readonly<Record<MenuCount, number>>;
};

const COUNTED: Readonly<Record<MenuCount, readonly [one: string, many: string]>> = {
  unread: ["notification", "notifications"],
  setup: ["job setup in progress", "job setups in progress"],
  requests: ["request to join", "requests to join"],
  news: ["new release", "new releases"],
};

const badge = (n: number, of: MenuCount) => (n ? { badge: n, badgeWords: COUNTED[of][n === 1 ? 0 : 1] } : {});

const opens = ({ reads, changes }: MenuEntry, { permissions }: MenuReader): boolean =>
  !permissions || ((!reads || permissions[reads].read) && (!changes || permissions[changes].update));

/**
 * Check whether an entry is for this user: Company and Settlements are for everybody, the dashboard for members of a
 * company.
 */
function isFor(entry: MenuEntry, reader: MenuReader): boolean {
  if (entry.for === "super") return reader.isSuper;
  if (entry.for === "everyone" && !reader.belongs) return true;
  if (!reader.belongs || (entry.for === "mills" && !(reader.isMill && reader.permissions))) return false;
  return opens(entry, reader);
}

/** Return the menu entries that a user sees: the main ones, and those at the bottom. */
export function createMenu(reader: MenuReader): { nav: NavItem[]; more: NavItem[] } {
  const items = ENTRIES.filter((entry) => isFor(entry, reader)).map(
    ({ href, label, icon, dialog, counts, foot }) => ({
      foot,
      item: {
        href,
        label,
        icon,
        ...(dialog ? { dialog } : {}),
        ...(counts === "unread" ? { counts: true } : {}),
        ...(counts ? badge(reader.counts[counts], counts) : {}),
      },
    }),
  );
  const at = (isFoot: boolean) => items.filter(({ foot }) => !!foot === isFoot).map(({ item }) => item);
  return { nav: at(false), more: at(true) };
}
