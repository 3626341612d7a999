import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Search form inside a tab or a step, for long lists; `children` are hidden fields with the URL parameters to preserve. */
export function TabSearch({
  q,
  label,
  action,
  children,
}: {
  q: string;
  label: string;
  action?: string;
  children?: ReactNode;
}) {
  return (
    <form method="get" action={action} className="search">
      {children}
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
