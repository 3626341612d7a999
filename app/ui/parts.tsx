import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "./icon";

/**
 * A link that looks like a button, for navigation only; buttons that change data belong in forms. The trailing space
 * separates it from the next element when there are no styles.
 */
export function ButtonLink({
  href,
  tone = "",
  dialog,
  children,
}: {
  href: string;
  tone?: string;
  /** Part of the linked page to show in a dialog if scripts run: "main", or an element's id, "#company-map". */
  dialog?: string;
  children: ReactNode;
}) {
  return (
    <>
      <a className={`button ${tone}`} href={href} data-dialog={dialog}>
        {children}
      </a>{" "}
    </>
  );
}

export type Fact = { term: string; value: ReactNode };

/**
 * List of terms and values; an unknown value is a dash. With `figures`, large values side by side with their terms
 * above.
 */
export function Facts({ facts, look = "" }: { facts: Fact[]; look?: "" | "figures" }) {
  return (
    <dl className={`facts ${look}`.trim()}>
      {facts.map(({ term, value }, i) => (
        <FactRow key={`${term} ${String(i)}`} term={term} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ term, value }: Fact) {
  const known = value !== null && value !== undefined && value !== "";
  return (
    <>
      <dt>{term}</dt>
      <dd>{known ? value : "—"}</dd>
    </>
  );
}

/** A box of a detail page, with an unobtrusive edit link. */
export function DetailBox({
  title,
  edit,
  full,
  id,
  children,
}: {
  title: string;
  edit?: { href: string; label?: string } | null;
  full?: boolean;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={`card${full ? " full" : ""}`} id={id}>
      <header>
        <h2>{title}</h2>
        {edit ? (
          <a href={edit.href}>
            {edit.label ?? "Edit"}
            <span className="sr"> {title}</span>
          </a>
        ) : null}
      </header>
      {children}
    </section>
  );
}

export function Notice({
  tone = "",
  title,
  children,
}: {
  tone?: "" | "warn" | "danger";
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {title ? <strong>{title}</strong> : null}
      {children}
    </div>
  );
}

/** Explanation of an empty list, with a button for the next action unless the user may not do it. */
export function EmptyState({
  title,
  next,
  children,
}: {
  title: string;
  next?: { href: string; label: string } | null;
  children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
      {next ? (
        <p>
          <ButtonLink href={next.href}>{next.label}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

/** A time: formatted text from the server, with the machine-readable value. */
export function Time({ at, text }: { at: string; text: string }) {
  return <time dateTime={at}>{text}</time>;
}

/** A person's picture or initials. If `square`, a company's logo or the default icon. */
export function Avatar({ name, src, square }: { name: string; src?: string | null; square?: boolean }) {
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("");
  return (
    <>
      <span className={`avatar${square ? " square" : ""}`} aria-hidden="true">
        {src ? <img src={src} alt="" width={40} height={40} /> : square ? <Icon name="company" /> : initials}
      </span>{" "}
    </>
  );
}

/** Number of enclosing page frames that have their own heading. */
const Depth = createContext(0);

/** Wrapper for content inside a page frame, which lowers the page headings in it by one level. */
export function NestedHeadings({ children }: { children: ReactNode }) {
  return <Depth.Provider value={useContext(Depth) + 1}>{children}</Depth.Provider>;
}

const HEADINGS = ["h1", "h2", "h3"] as const;

/**
 * Header of a page: title, introduction and actions. The title is the document's h1, or the next lower heading inside
 * another page's frame.
 */
export function PageHead({
  title,
  lede,
  actions,
  children,
}: {
  title: ReactNode;
  lede?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const Heading = HEADINGS[useContext(Depth)] ?? "h3";
  return (
    <div className="head">
      <div className="row between">
        <div className="title">
          <Heading>{title}</Heading>
          {lede ? <p className="lede">{lede}</p> : null}
        </div>
        {actions ? <div className="row acts">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
