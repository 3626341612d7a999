export type HealthLine = {
  label: string;
  text: string;
  bad: boolean;
  more?: string | null;
  /** Page where the problem can be resolved. */
  href?: string;
};

/** Health indicators of the site, one line each; lines that need attention are marked. */
export function HealthList({ lines }: { lines: HealthLine[] }) {
  return (
    <ul className="rows card">
      {lines.map(({ label, text, bad, more, href }) => (
        <li key={label}>
          <span>
            {href ? <a href={href}>{label}</a> : <strong>{label}</strong>}{" "}
            {bad ? <span className="tag amber">Needs attention</span> : null}{" "}
            <span className="block">{text}</span>{" "}
            {more ? <span className="soft small block">{more}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
