import { ActionForm } from "~/ui/action-form";
import { ButtonLink, DetailBox, Notice } from "~/ui/parts";
import { Status } from "~/ui/status";
import { paths } from "~/web/paths";

const WORDS = "Only your company sees it, and its loads don't count anywhere.";

function Remove({ submissionId }: { submissionId: string }) {
  return (
    <ActionForm
      action="/welcome/sample/removal"
      submissionId={`${submissionId}-removal`}
      button="Remove the sample job"
      plain
    />
  );
}

type Sample = { id: number; name: string } | null;

/** Box on the welcome page to create, open or remove the sample job. */
export function SampleBox(props: { sample: Sample; may_make: boolean; submissionId: string }) {
  const { sample, may_make, submissionId } = props;
  if (!sample && !may_make) return null;
  return (
    <DetailBox title="Try it on a sample job" full>
      <p className="soft">
        A made-up job with four loads at different stages, so you can try every button. {WORDS}
      </p>
      <div className="row">
        {sample ? (
          <ButtonLink href={paths.job(sample.id)}>Open {sample.name}</ButtonLink>
        ) : (
          <ActionForm action="/welcome/sample" submissionId={submissionId} button="Make a sample job" plain />
        )}{" "}
        {sample && may_make ? <Remove submissionId={submissionId} /> : null}
      </div>
    </DetailBox>
  );
}

type SampleLoad = { id: number; number: number; status: number; product: string };

/** Notice on the sample job's page: explains that the job is a sample, lists its loads, and offers to remove it. */
export function SampleLoads({ loads, submissionId }: { loads: SampleLoad[]; submissionId: string }) {
  return (
    <>
      <Notice title="This is a sample job">
        <p>{WORDS} Open a load and press its next step. Nothing you do here reaches anyone else.</p>
        <Remove submissionId={submissionId} />
      </Notice>
      <DetailBox title="Sample loads" full>
        <ul className="rows">
          {loads.map((load) => (
            <li key={load.id}>
              <span>
                <a href={paths.ticket(load.id)}>
                  <strong>Sample load {load.number}</strong>
                </a>{" "}
                <span className="soft small block">{load.product}</span>
              </span>{" "}
              <Status id={load.status} />
            </li>
          ))}
        </ul>
      </DetailBox>
    </>
  );
}
