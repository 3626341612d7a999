import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { Refused } from "~/ui/refused";
import type { FormReply } from "~/web/form-action.server";

/** Page that confirms a deletion, by its name; or explains why it would be refused. */
export function DeletionPage(props: {
  name: string;
  /** Consequences of the deletion. */
  lede: string;
  /** Reason that it would be refused, if any. */
  why?: string | null | false;
  /** The list that contains it. */
  list: string;
  /** Label of the link back to it from a refusal. */
  back?: string;
  keep?: string;
  result?: FormReply;
  submissionId?: string;
  version?: number;
}) {
  const { name, why, list } = props;
  if (why)
    return (
      <div className="narrow">
        <PageHead title={`Delete ${name}`} />
        <Refused why={why} back={{ href: list, label: props.back ?? "Back" }} />
      </div>
    );
  return (
    <div className="narrow">
      <PageHead title={`Delete ${name}`} lede={props.lede} />
      <ActionForm
        result={props.result}
        submissionId={props.submissionId}
        version={props.version}
        button={`Delete ${name}`}
        danger
        back={{ href: list, label: props.keep ?? "Keep it" }}
      />
    </div>
  );
}
