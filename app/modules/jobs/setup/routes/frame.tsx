import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { LeadForm } from "~/modules/leads/shared/lead-form";
import { getLeadForm } from "~/modules/leads/shared/leads.server";
import { getSignInRequiredData, SignInFirstForm } from "~/modules/people/shared/sign-in-first";
import { ButtonLink, PageHead } from "~/ui/parts";
import { RouteErrorMessage } from "~/ui/route-error";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobSetupAccess } from "../../shared/draft.server";
import { getSetupProgress } from "../../shared/draft-progress.server";
import { SUBSCRIPTION_NEEDED } from "../rules/premium";
import { isFromReview } from "../rules/return-to-review";
import { getStepOfPath } from "../rules/words";
import { SetupSteps } from "../ui/setup-parts";
import { StepHrefProvider } from "../ui/step-hrefs";

/** Load the steps shown above every page of the job setup, or the sales form's data for a company without the feature. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  if ((await callProcedure(getJobSetupAccess, ctx, {})).open)
    return { setup: await callProcedure(getSetupProgress, ctx, {}), sales: null };
  return {
    setup: null,
    sales: { saved: await callProcedure(getLeadForm, ctx, {}), submission_id: createSubmissionId() },
  };
}

export default function JobSetupFrame() {
  const { setup } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = getStepOfPath(pathname);
  const address = pathname + search;
  return (
    <div className="stack loose">
      {here && setup ? (
        <div className="row between setup-top">
          <SetupSteps here={here} active={setup.active} />
          {isFromReview(address) ? <a href="/jobs/create/review">Back to review</a> : null}
          {setup.started ? <a href="/jobs/create/cancellation">Cancel the setup</a> : null}
        </div>
      ) : null}
      <StepHrefProvider here={address}>
        <Outlet />
      </StepHrefProvider>
    </div>
  );
}

/** Show the sales form instead if a page's own procedure refuses access (403) (docs/domain.md#company-features). */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = useRouteLoaderData<typeof loader>("/jobs/create frame")?.sales;
  const first = getSignInRequiredData(error);
  if (first) return <SignInFirstForm {...first} />;
  if (!sales || !isRouteErrorResponse(error) || error.status !== 403)
    return <RouteErrorMessage error={error} />;
  return (
    <div className="narrow stack loose">
      <PageHead title="Creating jobs needs a company subscription" lede={SUBSCRIPTION_NEEDED} />
      <LeadForm saved={sales.saved} submissionId={sales.submission_id} />
      <p>
        <ButtonLink href="/jobs">Back to jobs</ButtonLink>
      </p>
    </div>
  );
}
