import { Time } from "~/ui/parts";

type Comment = {
  id: number;
  content: string;
  who: string;
  company: string;
  when: { at: string; text: string };
  edited: boolean;
  mine: boolean;
};

/** Comments, newest first; the user's own link to their page if they may be edited. */
export function CommentList(props: {
  comments: Comment[];
  canEdit: boolean;
  pageHref: (id: number) => string;
  /** Text shown if there are no comments. */
  none: string;
}) {
  if (!props.comments.length) return <p className="soft">{props.none}</p>;
  return (
    <ol className="timeline">
      {props.comments.map((c) => (
        <li key={c.id}>
          <p>{c.content}</p>
          <span className="soft small">
            <Time {...c.when} /> · {c.who}, {c.company}
            {c.edited ? " · edited" : ""}
          </span>{" "}
          {c.mine && props.canEdit ? (
            <a className="small" href={props.pageHref(c.id)}>
              Edit or remove
            </a>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
