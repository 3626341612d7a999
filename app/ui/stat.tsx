import "~/styles/stat.css";
import type { ReactNode } from "react";

export type Stat = {
  label: string;
  /** The number as it is shown; money compact. */
  value: string;
  unit?: string;
  /** The list that has as many. */
  href: string;
  /** How it changed, in words: "12 more loads than last week by this hour". */
  change?: string;
  /** Whether the change is the way one wants it; null where more is neither good nor bad. */
  good?: boolean | null;
  note?: ReactNode;
};

/** One number that leads to the list of what it counts. How it changed is said in words, never by a color alone. */
export function StatCard({ label, value, unit, href, change, good = null, note }: Stat) {
  return (
    <section className="stat">
      <p className="label">{label}</p>
      <p className="figure">
        <a href={href} aria-label={`${value} ${unit ? `${unit}, ` : ""}${label}`}>
          {value}
        </a>
        {unit ? <span aria-hidden="true"> {unit}</span> : null}
      </p>
      {change ? (
        <p className={good === null ? "change" : `change ${good ? "good" : "bad"}`}>{change}</p>
      ) : null}
      {note ? <p className="note">{note}</p> : null}
    </section>
  );
}

/** Stat cards beside each other, two abreast on a phone. */
export function StatCards({ stats, label }: { stats: readonly Stat[]; label: string }) {
  return (
    <section aria-label={label}>
      <ul className="stats">
        {stats.map((stat) => (
          <li key={stat.label}>
            <StatCard {...stat} />
          </li>
        ))}
      </ul>
    </section>
  );
}
