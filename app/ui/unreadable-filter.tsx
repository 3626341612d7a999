import { formatFilterValue, formatUnreadableFilter, type UnreadablePart } from "~/lib/text/unreadable-filter";
import { Notice } from "./parts";

/** Notice in place of a list whose filter can't be read, with a link that removes each unreadable part. */
export function UnreadableFilter({ parts }: { parts: readonly UnreadablePart[] }) {
  const values = parts.map(({ name, label, text, href }) => ({
    name,
    href,
    words: formatFilterValue(label, text),
  }));
  return (
    <Notice tone="warn" title={formatUnreadableFilter(values.map(({ words }) => words))}>
      <nav className="chips" aria-label="Filters that couldn't be read">
        {values.map(({ name, href, words }) => (
          <a key={name} className="chip gone" href={href}>
            <span className="sr">Remove </span>
            {words}{" "}
          </a>
        ))}
      </nav>
    </Notice>
  );
}
