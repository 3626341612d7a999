import { Icon } from "~/ui/icon";

/** A search of a page's own list, by a `GET` of the page; `suggests` where a script offers what is found while one types. */
export function SearchForm(props: {
  q: string;
  label: string;
  /** What the address calls it. */
  name?: string;
  placeholder?: string;
  icon?: boolean;
  suggests?: boolean;
  autoComplete?: "off";
}) {
  const { q, label, name = "q", icon } = props;
  return (
    <form method="get" className="search" data-suggest={props.suggests ? "" : undefined}>
      <label className="sr" htmlFor={name}>
        {label}
      </label>
      <input
        className="input"
        type="search"
        id={name}
        name={name}
        defaultValue={q}
        maxLength={100}
        autoComplete={props.autoComplete}
        placeholder={props.placeholder}
      />
      <button type="submit" className="button">
        {icon ? <Icon name="search" /> : null}
        {icon ? " Search" : "Search"}
      </button>
    </form>
  );
}
