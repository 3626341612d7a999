import type { ReactNode } from "react";

/**
 * What a browser does with a passkey: a script (`behaviors/passkey.ts`) takes `options`, fills in what the device answered
 * and sends the form. Where no script runs, `lacking` stays and says what else can be done.
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
