import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "./icon";

/**
 * A link that looks like a button, for going somewhere. A button that changes something belongs in a form. The trailing
 * space keeps it apart from its neighbor without styles.
 */
export function ButtonLink({
  href,
  tone = "",
  dialog,
  children,
}: {
  href: string;
  tone?: string;
  /** What is taken of that page into a dialog where a script can: "main", or a part by its id, "#company-map". */
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

/** Terms and values; what is not known is a dash. `figures` stand large beside each other, their terms above them. */
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

/** A box of a detail page, with its own quiet way to edit it. */
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

/** Nothing is here: what that means, and as a button what to do next, unless the reader may do nothing about it. */
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

/** An instant: the words that the server chose, with the machine's form beside them. */
export function Time({ at, text }: { at: string; text: string }) {
  return <time dateTime={at}>{text}</time>;
}

/** The picture of a person, else their initials; square, of a company, else the default icon (spec 2, section 2). */
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

/** The head of a page: what it is, what can be done. */
/** How many frames with a heading of their own stand around what is drawn. */
const Depth = createContext(0);

/** What a frame keeps on screen is above this: the heads of the pages inside it are a level lower. */
export function Inside({ children }: { children: ReactNode }) {
  return <Depth.Provider value={useContext(Depth) + 1}>{children}</Depth.Provider>;
}

const HEADINGS = ["h1", "h2", "h3"] as const;

/** The head of a page: the document's h1, or below a frame that has it, the next heading. */
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
