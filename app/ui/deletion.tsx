import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import type { FormReply } from "~/web/form-action.server";

/**
 * Page that asks for confirmation before deleting an item, by the item's name, or explains why the deletion would be
 * refused.
 */
export function DeletionPage(props: {
  name: string;
  /** Consequences of the deletion. */
  lede: string;
  /** Reason that the deletion would be refused, if any. */
  why?: string | null | false;
  /** URL of the list that contains the item. */
  list: string;
  /** Label of the link from a refusal back to the item. */
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
        <RefusalNotice why={why} back={{ href: list, label: props.back ?? "Back" }} />
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
