import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { Refused } from "~/ui/refused";
import type { FormReply } from "~/web/respond.server";

/** The page that asks before something is deleted, by its name; or that says why it would be refused. */
export function DeletionPage(props: {
  name: string;
  /** What comes of it. */
  lede: string;
  /** Why it would be refused, where it would be. */
  why?: string | null | false;
  /** The list that it stands in. */
  list: string;
  /** What goes back there from a refusal. */
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
