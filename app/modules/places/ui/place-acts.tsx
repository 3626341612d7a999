/** Actions for a place in a row of a list. */
export function PlaceActions({
  href,
  name,
  page,
}: {
  href: string;
  name: string;
  page: { may_update: boolean; may_delete: boolean };
}) {
  return (
    <span className="row">
      {page.may_update ? (
        <a href={href}>
          Edit<span className="sr"> {name}</span>
        </a>
      ) : null}{" "}
      {page.may_delete ? (
        <a href={`${href}/deletion`}>
          Delete<span className="sr"> {name}</span>
        </a>
      ) : null}
    </span>
  );
}
