import { LoadChangesField } from "~/ui/moves-field";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";

/**
 * Page that confirms the removal of a rate. Shows the rate, whether it is deleted or ended, and how the pay of existing
 * loads changes.
 */
export function RateRemoval(props: {
  kind: "product" | "haul";
  rate: {
    id: number;
    job_id: number;
    version: number;
    is_used: boolean;
    what: string;
    words: string;
    between: string;
    moves: string | null;
  };
  result?: FormReply;
  submissionId: string;
}) {
  const { kind, rate, result, submissionId } = props;
  const moves = result?.reply.error?.moves?.join(" ") ?? rate.moves;
  const here = paths.job(rate.job_id, `${kind}-rates/${rate.id}`);
  return (
    <div className="narrow">
      <PageHead title={rate.is_used ? "End this rate today" : "Remove this rate"} />
      <p>
        <strong>{rate.what}</strong>: {rate.words}. {rate.between}.
      </p>
      <p>
        {rate.is_used
          ? "It pays loads through today, and stays on the loads it has paid."
          : "It no longer pays anything. The history keeps a record."}
      </p>
      <ConfirmForm
        result={result}
        submissionId={submissionId}
        version={rate.version}
        button={rate.is_used ? "End this rate today" : "Remove this rate"}
        back={{ href: here, label: "Keep it" }}
      >
        <LoadChangesField moves={moves} />
      </ConfirmForm>
    </div>
  );
}
