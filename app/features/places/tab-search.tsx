import { Icon } from "~/ui/icon";

/** A search inside a tab, for lists that are longer than a glance. */
export function TabSearch({ q, label }: { q: string; label: string }) {
  return (
    <form method="get" className="search">
      <input
        className="input"
        type="search"
        name="q"
        defaultValue={q}
        aria-label={label}
        placeholder={label}
        maxLength={100}
      />
      <button type="submit" className="button">
        <Icon name="search" /> Search
      </button>
    </form>
  );
}
