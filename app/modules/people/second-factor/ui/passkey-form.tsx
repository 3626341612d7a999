import type { ReactNode } from "react";

/**
 * Form for a browser's passkey operation. A script (`client/passkey.ts`) passes `options` to the browser, fills in the
 * device's response and submits the form. Without a script, the text `lacking` stays and explains the alternatives.
 */
export function PasskeyForm(props: {
  kind: "create" | "get";
  options: object;
  action: string;
  button: string;
  lacking: string;
  children?: ReactNode;
}) {
  return (
    <form
      method="post"
      action={props.action}
      className="stack"
      data-passkey={props.kind}
      data-options={JSON.stringify(props.options)}
    >
      {props.children}
      <input type="hidden" name="response" value="" />
      <p data-lacking>{props.lacking}</p>
      <p role="status" />
      <div className="row">
        <button type="button" className="button primary" hidden>
          {props.button}
        </button>
      </div>
    </form>
  );
}
