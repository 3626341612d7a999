/** Taking something away: what it does stands behind a press, and the button says it in words. */
export function Removal(props: {
  action: string;
  version: number;
  submissionId: string;
  button: string;
  what: string;
  /** What the button says once it stands behind the first press, where that is more than `button`. */
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
