import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { LogoMark, PRODUCT_NAME, Treeline } from "./logo";
import { OfflineStatus } from "./offline";
import { Avatar } from "./parts";

export type NavItem = {
  href: string;
  label: string;
  icon: IconName;
  badge?: number;
  badgeWords?: string;
  /** True if the badge counts unread items, which a script keeps up to date (app/client/unread.ts). */
  counts?: boolean;
  /** As in `ButtonLink`. */
  dialog?: string;
};
export type Crumb = { href: string; label: string };

export type ShellProps = {
  company: { id: number; name: string } | null;
  companies: { id: number; name: string }[];
  /** The company's plan: the free Basic, Professional, or the subscription it pays for. */
  subscription: string | null;
  /** Text such as "Trial ends Nov 30, 2026", shown in the week before the trial's end. */
  trial_end?: string | null;
  personName: string;
  /** URL of the user's picture. */
  personPicture?: string | null;
  /** Id of the user who owns the data stored on this device (app/client/draft-restore.ts). */
  userId?: number;
  /** Time zone of the times on the page. */
  zone?: string;
  nav: NavItem[];
  more: NavItem[];
  crumbs: Crumb[];
  here: string;
  /** True if this server doesn't have this session's last save yet. */
  updating?: boolean;
  children: ReactNode;
};

const MORE: NavItem = { href: "/more", label: "More", icon: "more" };
const MAX_LENGTH = 99;
/** Format a badge's number; a number above the maximum is shown as the maximum and a plus. */
const badgeText = (n: number): string => (n > MAX_LENGTH ? `${MAX_LENGTH}+` : String(n));

/** Remove `counts` from the entries of pages without scripts that update badges. */
export const removeLiveCounts = (items: NavItem[], isLight: boolean): NavItem[] =>
  isLight ? items.map(({ counts, ...item }) => item) : items;

const isHere = (href: string, here: string) =>
  href === "/" ? here === "/" : here === href || here.startsWith(`${href}/`);

/** Number next to a menu entry. The unread badge is rendered even when empty, because a script updates it. */
export function Badge({ item }: { item: Pick<NavItem, "badge" | "badgeWords" | "counts"> }) {
  if (!item.badge && !item.counts) return null;
  return (
    <span className="badge" data-unread={item.counts ? "" : undefined}>
      {item.badge ? badgeText(item.badge) : null}
      {item.badge ? <span className="sr"> {item.badgeWords} </span> : null}
    </span>
  );
}

function NavLinks({ items, here }: { items: NavItem[]; here: string }) {
  return (
    <ul className="links">
      {items.map((item) => (
        <li key={item.href}>
          <a
            href={item.href}
            aria-current={isHere(item.href, here) ? "page" : undefined}
            data-dialog={isHere(item.href, here) ? undefined : item.dialog}
          >
            <Icon name={item.icon} />
            {item.badge || item.counts ? `${item.label} ` : item.label}
            <Badge item={item} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Return the title for a phone's bar: the last breadcrumb that isn't an id. */
export const getPageTitle = (crumbs: Crumb[]): string =>
  crumbs.findLast((crumb) => !/^\d+$/.test(crumb.label))?.label ?? PRODUCT_NAME;

/** Page frame for signed-in users: a sidebar on a desktop; on a phone, a bar at the top and four entries at the bottom. */
export function AppShell(props: ShellProps) {
  const { company, crumbs, here } = props;
  const title = getPageTitle(crumbs);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="shell" data-user={props.userId} data-company={company?.id ?? ""} data-zone={props.zone}>
        <header className="topbar">
          <a href="/" aria-label={`${PRODUCT_NAME}, dashboard`}>
            <LogoMark />
          </a>{" "}
          <span className="grow">
            <strong>{title}</strong> <small>{company?.name ?? PRODUCT_NAME}</small>
          </span>
          {company ? (
            <a href="/find" className="find" aria-label="Find">
              <Icon name="search" size={24} />
            </a>
          ) : null}
        </header>
        <aside className="side" aria-label="Company and menu">
          <a className="mark" href="/">
            <LogoMark /> {PRODUCT_NAME}
          </a>
          {company ? <CompanySwitcher {...props} company={company} /> : null}
          {company ? <FindBox /> : null}
          <nav aria-label="Main">
            <NavLinks items={props.nav} here={here} />
          </nav>
          <div className="bottom">
            <nav aria-label="You">
              <NavLinks items={props.more} here={here} />
            </nav>
            <SignOutForm name={props.personName} picture={props.personPicture} />
          </div>
        </aside>
        <div className="content">
          <OfflineStatus />
          {props.updating ? (
            <p className="offline" role="status">
              Updating. What you just saved will show here in a moment. <a href={here}>Refresh</a>
            </p>
          ) : null}
          <Crumbs crumbs={crumbs} />
          <main id="content">{props.children}</main>
        </div>
        <nav className="tabs" aria-label="Places">
          {[...props.nav.slice(0, 3), MORE].map((item) => (
            <a key={item.href} href={item.href} aria-current={isHere(item.href, here) ? "page" : undefined}>
              <Icon name={item.icon} size={22} />
              {`${item.label} `}
              <Badge item={item} />{" "}
            </a>
          ))}
        </nav>
      </div>
    </>
  );
}

/**
 * Search box for all kinds of items. A script suggests matches as the user types; / or Ctrl+K focuses it
 * (app/client/click-interceptor.ts).
 */
function FindBox() {
  return (
    <search>
      <form method="get" action="/find" className="search" data-find="">
        <label className="sr" htmlFor="find-box">
          Find anything
        </label>
        <input
          className="input"
          type="search"
          id="find-box"
          name="q"
          maxLength={80}
          placeholder="Find"
          aria-keyshortcuts="/ Control+K"
        />{" "}
        <button type="submit" className="button" aria-label="Look it up">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

/** The active company and its subscription, with a switch for members of several companies. */
export function CompanySwitcher({
  company,
  companies,
  subscription,
  trial_end,
}: Pick<ShellProps, "companies" | "subscription" | "trial_end"> & { company: { id: number; name: string } }) {
  return (
    <div className="company">
      <span className="name">{company.name}</span>{" "}
      {subscription ? (
        <span>
          <span className="tag">{subscription}</span>
        </span>
      ) : null}{" "}
      {trial_end ? (
        <a className="small" href="/company">
          {trial_end}
        </a>
      ) : null}{" "}
      {companies.length > 1 ? (
        <form method="post" action="/companies" className="stack">
          <label className="sr" htmlFor="switch-company">
            Company
          </label>
          <select className="input" id="switch-company" name="company_id" defaultValue={company.id}>
            {companies.map((c) => (
              <option key={c.id} value={c.id}>
                {c.name}
              </option>
            ))}
          </select>
          <button type="submit" className="button">
            Switch company
          </button>
        </form>
      ) : null}
    </div>
  );
}

export function SignOutForm({ name, picture }: { name: string; picture?: string | null }) {
  return (
    <form method="post" action="/logout" className="leave">
      <span className="person">
        <Avatar name={name} src={picture} /> {name}
      </span>
      <button type="submit" className="button quiet">
        <Icon name="signOut" /> Sign out
      </button>
    </form>
  );
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        {crumbs.map((crumb, i) => (
          <li key={`${crumb.href} ${crumb.label}`}>
            {i === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <a href={crumb.href}>
                {/^\d+$/.test(crumb.label) ? <span className="of">{crumbs[i - 1]?.label} </span> : null}
                {crumb.label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Page frame for users who are not signed in. */
export function PublicFrame({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <>
      <main className={wide ? "public wide" : "public"} id="content">
        <a className="mark" href="/">
          <LogoMark /> {PRODUCT_NAME}
        </a>
        {children}
      </main>
      {wide ? null : <Treeline />}
    </>
  );
}
