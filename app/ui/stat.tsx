import "~/styles/stat.css";
import type { ReactNode } from "react";

export type Stat = {
  label: string;
  /** Formatted number; money in compact form. */
  value: string;
  unit?: string;
  /** URL of the list of the counted items. */
  href: string;
  /** Text about the change: "12 more loads than last week by this hour". */
  change?: string;
  /** True if the change is desirable, false if undesirable, null if neutral. */
  good?: boolean | null;
  note?: ReactNode;
};

/** Card with one number, linked to the list of the counted items. Text describes the change, never color alone. */
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

/** Stat cards side by side, two per row on a phone. */
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
