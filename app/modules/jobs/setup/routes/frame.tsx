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
import { readSignInFirst, SignInFirstForm } from "~/modules/people/shared/sign-in-first";
import { ButtonLink, PageHead } from "~/ui/parts";
import { RouteErrorWords } from "~/ui/route-error";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobGate, getSetup } from "../../shared/draft.server";
import { SUBSCRIPTION_NEEDED } from "../rules/premium";
import { isFromReview } from "../rules/return-to-review";
import { getStepOfPath } from "../rules/words";
import { StepLine } from "../ui/setup-parts";
import { StepHrefs } from "../ui/step-hrefs";

/** The steps above every page of the job setup; for a company without the feature, the sales form's data. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  if ((await callProcedure(getJobGate, ctx, {})).open)
    return { setup: await callProcedure(getSetup, ctx, {}), sales: null };
  return {
    setup: null,
    sales: { saved: await callProcedure(getLeadForm, ctx, {}), submission_id: createSubmissionId() },
  };
}

export default function Create() {
  const { setup } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = getStepOfPath(pathname);
  const address = pathname + search;
  return (
    <div className="stack loose">
      {here && setup ? (
        <div className="row between setup-top">
          <StepLine here={here} active={setup.active} />
          {isFromReview(address) ? <a href="/jobs/create/review">Back to review</a> : null}
          {setup.started ? <a href="/jobs/create/cancellation">Cancel the setup</a> : null}
        </div>
      ) : null}
      <StepHrefs here={address}>
        <Outlet />
      </StepHrefs>
    </div>
  );
}

/**
 * Each page is refused by its own procedure (403); the sales form is shown instead (docs/domain.md#company-features).
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const sales = useRouteLoaderData<typeof loader>("/jobs/create frame")?.sales;
  const first = readSignInFirst(error);
  if (first) return <SignInFirstForm {...first} />;
  if (!sales || !isRouteErrorResponse(error) || error.status !== 403)
    return <RouteErrorWords error={error} />;
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
