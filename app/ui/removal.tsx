import { ActionForm } from "~/ui/action-form";

/** Form to remove an item. The first press shows the effect and a second button that confirms it. */
export function RemovalForm(props: {
  action: string;
  /** Version of the item that the page read, if the item has versions. */
  version?: number;
  submissionId: string;
  button: string;
  what: string;
  /** Label of the confirming button, if it differs from `button`. */
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
