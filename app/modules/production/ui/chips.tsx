import { paths } from "~/web/paths";

type Chip = { name: string; label: string };

/** Active filters of a report, each with a link that removes it; printed without the links. */
export function ActiveFilters({
  chips,
  said,
}: {
  chips: Chip[];
  said: readonly (readonly [string, string])[];
}) {
  if (chips.length === 0) return null;
  const without = (name: string) =>
    `${paths.production}?${new URLSearchParams(said.filter(([key]) => key !== name).map(([key, value]) => [key, value]))}`;
  return (
    <ul className="narrowed">
      {chips.map(({ name, label }) => (
        <li key={name} className="tag">
          {label}{" "}
          <a href={without(name)} className="screen-only">
            Remove<span className="sr"> {label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
