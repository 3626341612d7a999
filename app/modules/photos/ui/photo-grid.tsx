/** Thumbnails that open the large photos; `none` is shown if there are no photos. */
export function PhotoGrid(props: {
  photos: { id: number; caption: string | null; who: string }[];
  pageHref: (id: number) => string;
  imageHref: (id: number) => string;
  none: string;
}) {
  if (!props.photos.length) return <p className="soft">{props.none}</p>;
  return (
    <ul className="photos">
      {props.photos.map((p) => (
        <li key={p.id}>
          <a href={props.pageHref(p.id)}>
            <img
              src={props.imageHref(p.id)}
              alt={p.caption ?? `Photo by ${p.who}`}
              width={320}
              height={240}
              loading="lazy"
              data-fallback="Image failed to load."
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
