import type { ReactNode } from "react";
import { PageHead, Time } from "~/ui/parts";
import { PhotoFacts } from "./photo-facts";

type Photo = {
  caption: string | null;
  who: string;
  when: { at: string; text: string };
  taken: { at: string; text: string } | null;
  position: string | null;
};

/** Page of a job's or ticket's large photo, with links to its neighbors. The children remove the photo. */
export function PhotoPage(props: {
  photo: Photo;
  /** Person who added the photo, with the company where readers need it. */
  by: string;
  image: string;
  previous: number | null;
  next: number | null;
  pageHref: (id: number) => string;
  back: { href: string; label: string };
  notice?: ReactNode;
  children: ReactNode;
}) {
  const { photo, previous, next, pageHref, back } = props;
  return (
    <>
      <PageHead
        title={photo.caption ?? "Photo"}
        lede={
          <span>
            <Time {...photo.when} /> · {props.by}
          </span>
        }
      />
      <div className="stack">
        {props.notice}
        <img
          className="photo-large"
          src={props.image}
          alt={photo.caption ?? `Photo by ${photo.who}`}
          data-fallback="Image failed to load."
        />
        <PhotoFacts photo={photo} />
        <nav className="row" aria-label="Photos">
          {previous ? (
            <a className="button" rel="prev" href={pageHref(previous)}>
              Previous photo
            </a>
          ) : null}{" "}
          {next ? (
            <a className="button" rel="next" href={pageHref(next)}>
              Next photo
            </a>
          ) : null}{" "}
          <a href={back.href}>{back.label}</a>
        </nav>
        {props.children}
      </div>
    </>
  );
}
