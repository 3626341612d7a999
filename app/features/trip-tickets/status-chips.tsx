import { paths } from "~/web/paths";
import { statusName, VIEWS, type View } from "./trip-ticket";

/** The statuses that a view offers; each chip is the address with that one more or less. */
export function StatusChips({ view, shown }: { view: View; shown: readonly number[] }) {
  return (
    <nav className="chips" aria-label="Status">
      {VIEWS[view].offered.map((id) => {
        const on = shown.includes(id);
        return (
          <a
            key={id}
            className="chip"
            href={statusHref(view, shown, id)}
            aria-current={on ? "true" : undefined}
          >
            {statusName(id)}
            <span className="sr">{on ? ", shown" : ", not shown"}</span>
          </a>
        );
      })}
    </nav>
  );
}

/** The address with one status more or less; none at all is the plain address, which shows the view's own. */
export function statusHref(view: View, now: readonly number[], id: number): string {
  const next = now.includes(id) ? now.filter((s) => s !== id) : [...now, id];
  const params = new URLSearchParams(view === "available" ? { view } : {});
  for (const s of VIEWS[view].offered) if (next.includes(s)) params.append("status", String(s));
  const text = params.toString();
  return text ? `${paths.tickets}?${text}` : paths.tickets;
}
