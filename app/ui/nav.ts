import type { CompanyPermissions, Entity } from "~/domain/access/crew-permissions";
import type { NavItem } from "~/ui/shell";

const SETTING_UP = { badge: 1, badgeWords: "job setup in progress" };

/** Light pages count once, when they are made. */
const unreadBadge = (unread: number, isLight: boolean) => ({
  ...(isLight ? {} : { counts: true }),
  ...(unread ? { badge: unread, badgeWords: unread === 1 ? "notification" : "notifications" } : {}),
});

/** The places of the menu: what a person belongs to and may read. */
export function navOf(
  belongs: boolean,
  permissions: CompanyPermissions | null = null,
  settingUp = false,
  joinRequests = 0,
  isMill = false,
  unread = 0,
  isLight = true,
): NavItem[] {
  const dashboard: NavItem = {
    href: "/",
    label: "Dashboard",
    icon: "home",
    ...unreadBadge(unread, isLight),
  };
  const company: NavItem = { href: "/company", label: "Company", icon: "company" };
  const settlements: NavItem = { href: "/settlements", label: "Settlements", icon: "money" };
  // Both specifications: Company and Settlements are for everybody, the dashboard for who belongs to a company.
  if (!belongs) return [settlements, company];
  const places: (NavItem & { reads?: Entity })[] = [
    dashboard,
    {
      href: "/jobs",
      label: "Jobs",
      icon: "jobs",
      reads: "job",
      ...(settingUp ? SETTING_UP : {}),
    },
    { href: "/trip-tickets", label: "Trip Tickets", icon: "tickets", reads: "trip_ticket" },
    ...(isMill && permissions?.trip_ticket.update
      ? [{ href: "/scale", label: "Scale house", icon: "scale" as const }]
      : []),
    { href: "/production", label: "Production", icon: "production", reads: "trip_ticket" },
    { ...settlements, reads: "settlement" },
    { href: "/invoices", label: "Invoices", icon: "invoices", reads: "invoice" },
    {
      ...company,
      ...(joinRequests
        ? { badge: joinRequests, badgeWords: joinRequests === 1 ? "request to join" : "requests to join" }
        : {}),
    },
  ];
  return places.filter(({ reads }) => !permissions || !reads || permissions[reads].read);
}

export function moreOf(isSuper: boolean, unread = 0, isLight = true): NavItem[] {
  const items: NavItem[] = [
    { href: "/notifications", label: "Notifications", icon: "bell", ...unreadBadge(unread, isLight) },
    { href: "/releases", label: "What's new", icon: "news", dialog: "main" },
    { href: "/profile", label: "Profile", icon: "person" },
  ];
  return isSuper ? [...items, { href: "/admin", label: "Admin", icon: "outbox" }] : items;
}
