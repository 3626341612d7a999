/** A removal: what it does is shown after a first press, and the button says it in words. */
export function Removal(props: {
  action: string;
  version: number;
  submissionId: string;
  button: string;
  what: string;
  /** The label of the button after the first press, if it's longer than `button`. */
  confirm?: string;
}) {
  return (
    <details className="menu after-form">
      <summary>{props.button}</summary>
      <form method="post" action={props.action} className="stack">
        <p>{props.what}</p>
        <input type="hidden" name="version" value={props.version + 1} />
        <input type="hidden" name="submission_id" value={`${props.submissionId}-removal`} />
        <div>
          <button type="submit" className="button danger">
            {props.confirm ?? props.button}
          </button>
        </div>
      </form>
    </details>
  );
}
