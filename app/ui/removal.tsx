import { ActionForm } from "~/ui/action-form";

/** A removal: its effect is shown after a first press, and the button describes it. */
export function Removal(props: {
  action: string;
  /** The version that was read, for items with versions. */
  version?: number;
  submissionId: string;
  button: string;
  what: string;
  /** The label of the button after the first press, if it's longer than `button`. */
  confirm?: string;
}) {
  return (
    <details className="menu after-form">
      <summary>{props.button}</summary>
      <ActionForm
        action={props.action}
        submissionId={`${props.submissionId}-removal`}
        version={props.version}
        button={props.confirm ?? props.button}
        danger
      >
        <p>{props.what}</p>
      </ActionForm>
    </details>
  );
}
