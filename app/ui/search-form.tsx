import { Icon } from "~/ui/icon";

/**
 * Search form for a page's own list, sent by `GET` to the page; with `suggests`, a script offers matches while the user
 * types.
 */
export function SearchForm(props: {
  q: string;
  label: string;
  /** Name of the query parameter. */
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
