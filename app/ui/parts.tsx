import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "./icon";

/**
 * A link that looks like a button, for navigation. A button that changes something belongs in a form. The trailing
 * space separates it from its neighbor without styles.
 */
export function ButtonLink({
  href,
  tone = "",
  dialog,
  children,
}: {
  href: string;
  tone?: string;
  /** Part of that page to show in a dialog if scripts run: "main", or an element's id, "#company-map". */
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

/** Terms and values; an unknown value is a dash. `figures` are large and next to each other, their terms above them. */
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

/** Explanation of an empty list, with a button for the next step, unless the reader may not take it. */
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

/** An instant: text from the server, with the machine-readable form. */
export function Time({ at, text }: { at: string; text: string }) {
  return <time dateTime={at}>{text}</time>;
}

/** Picture of a person, otherwise their initials; square, of a company, otherwise the default icon. */
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

/** Header of a page: its title and actions. */
/** Number of frames with their own heading around the rendered element. */
const Depth = createContext(0);

/** Content inside a frame: page headings in it are one level lower. */
export function Inside({ children }: { children: ReactNode }) {
  return <Depth.Provider value={useContext(Depth) + 1}>{children}</Depth.Provider>;
}

const HEADINGS = ["h1", "h2", "h3"] as const;

/** Header of a page: the document's h1, or the next heading below a frame that has it. */
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
