import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getSampleJob } from "~/modules/jobs/shared/sample.server";
import { SampleBox } from "~/modules/jobs/shared/sample-box";
import { ButtonLink, DetailBox, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getWelcomePage } from "../data/welcome.server";

export const meta: MetaFunction = () => [{ title: "Welcome · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const [welcome, sample] = await Promise.all([
    callProcedure(getWelcomePage, ctx, {}),
    callProcedure(getSampleJob, ctx, {}),
  ]);
  return { ...welcome, ...sample, submission_id: createSubmissionId() };
}

/** Welcome page with the next steps for a user who has set up a company: people, places, first job. */
export default function Welcome() {
  const { company, steps, sample, may_make, submission_id } = useLoaderData<typeof loader>();
  const next = steps.find(({ has }) => !has) ?? steps[0];
  return (
    <div className="narrow">
      <PageHead
        title={`Welcome to ${company}`}
        lede={`${steps.length === 3 ? "Three" : "These"} steps to your first load, in any order. You can come back to each later.`}
      />
      <div className="stack loose">
        {steps.map((step, i) => (
          <DetailBox key={step.title} title={`${i + 1}. ${step.title}`} full>
            <p className="soft">{step.why}</p>
            {step.has ? (
              <p>
                <span className="status go">{step.has}</span>
              </p>
            ) : null}
            <div className="row">
              {step.actions.map(({ href, label }, index) => (
                <ButtonLink
                  key={label}
                  href={href}
                  tone={step === next && index === 0 ? "primary" : undefined}
                >
                  {label}
                </ButtonLink>
              ))}
            </div>
          </DetailBox>
        ))}
        <SampleBox sample={sample} may_make={may_make} submissionId={submission_id} />
        <p>
          <a href="/">Go to dashboard</a>
        </p>
      </div>
    </div>
  );
}
